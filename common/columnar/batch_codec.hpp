#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/batch.hpp"

namespace eddyline {

/// A batch as it travels between processes: a head, then the buffers of its columns as they are, each aligned as columns
/// want it. Little-endian.
///
///   rows, columns, split, whether there are kinds                 4 bytes each
///   per column                                                    16 bytes: EncodedColumn
///   bytes of each column's heap buffers                           4 bytes each
///   kinds; per column: values, NULL bits, heap buffers            each from a multiple of 16 bytes on
///
/// Only what the rows need is written: columns that are dictionaries or constants become flat, rows that are not selected go, and a
/// heap that is mostly other rows' texts is written anew.
class BatchEncoder {
 public:
  /// CHECKs that no column is nested: jobs that would send one are refused when they are made.
  explicit BatchEncoder(const Batch& batch);

  size_t size() const { return size_; }
  /// Writes size() bytes to `out`.
  void write(uint8_t* out) const;

 private:
  struct Piece {
    const void* data = nullptr;
    size_t bytes = 0;
  };

  void add_column(const ColumnPtr& column);
  void add_texts(ColumnPtr column);
  void add_piece(const void* data, size_t bytes);

  Batch batch_;
  /// Texts that were written anew.
  std::vector<ColumnPtr> copies_;
  std::vector<uint8_t> head_;
  std::vector<uint32_t> heap_bytes_;
  std::vector<Piece> pieces_;
  size_t size_ = 0;
};

std::string encode_batch(const Batch& batch);

/// The batch in `bytes`, which lie in `owner`'s memory and stay as they are: columns refer to them where their alignment
/// allows it, and copy them elsewhere.
///
/// Trusts nothing: whatever it gives may be read in every row.
/// Errors   kIoError: no batch, or not one of columns of these types, or nested ones.
Result<Batch> decode_batch(std::span<const uint8_t> bytes, std::shared_ptr<const void> owner,
                           std::span<const PhysicalType> types);
/// The same with a copy of the bytes.
Result<Batch> decode_batch(std::string_view bytes, std::span<const PhysicalType> types);

}  // namespace eddyline
