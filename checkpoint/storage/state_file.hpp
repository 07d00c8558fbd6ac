#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checkpoint/storage/durable_file.hpp"
#include "common/base/status.hpp"
#include "common/columnar/batch.hpp"

namespace eddyline::checkpoint {

/// Rows of a subtask's states on their way into one file: blocks of encoded batches, each with its own checksum. Nothing is written
/// to disk while it is less than `inline_max` bytes.
///
///   "EDSTATE1", then a block: bytes, number of the state, CRC-32C of the bytes: 4 bytes each, little-endian; the bytes
///
/// Errors   as DurableFile's; after one the writer is of no more use.
/// Thread   one.
class StateFileWriter {
 public:
  /// The file is to be `name` in `folder`, which is there when it is needed.
  StateFileWriter(std::string folder, std::string name, size_t inline_max);

  Status add(uint32_t state, const Batch& rows);
  Result<SavedBytes> finish();

 private:
  Status write_out();

  std::string folder_;
  std::string name_;
  size_t inline_max_;
  /// Not written yet.
  std::vector<uint8_t> pending_;
  std::optional<DurableFile> file_;
};

/// Reads what a StateFileWriter has written, trusting nothing.
/// Errors   kIoError names the file, and says whether it is missing, torn or altered.
/// Thread   one.
class StateFileReader {
 public:
  /// A file's path is relative to `folder`.
  static Result<StateFileReader> open(const std::string& folder, const SavedBytes& saved);

  struct Block {
    uint32_t state = 0;
    std::shared_ptr<const std::vector<uint8_t>> bytes;
  };
  /// None: that was all, and all of it is as it was written.
  Result<std::optional<Block>> next();

 private:
  StateFileReader(std::string name, uint64_t bytes) : name_(std::move(name)), left_(bytes) {}
  Status read_magic();
  Status read(std::span<uint8_t> into);
  Status torn(std::string_view how) const;

  /// For messages.
  std::string name_;
  uint64_t left_;
  std::optional<uint32_t> checksum_wanted_;
  uint32_t checksum_ = 0;
  OwnedDescriptor descriptor_;
  std::string inlined_;
  size_t inlined_read_ = 0;
};

}  // namespace eddyline::checkpoint
