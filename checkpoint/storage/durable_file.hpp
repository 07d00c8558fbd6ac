#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "common/base/status.hpp"
#include "common/file/owned_descriptor.hpp"
#include "schemas/checkpoint_metadata.hpp"

namespace eddyline::checkpoint {

using schemas::SavedBytes;
using schemas::SavedFile;

/// A file that is there as a whole or not at all, whatever happens to the process or the machine: written under a name of its own,
/// synchronised, renamed, its folder synchronised.
///
/// Errors   kIoError names the file and the reason; nothing of it is then to be seen under its name.
/// Thread   one.
class DurableFile {
 public:
  /// Begins the file `name` in `folder`, which is there.
  static Result<DurableFile> create(const std::string& folder, const std::string& name);
  DurableFile(DurableFile&&) = default;
  DurableFile& operator=(DurableFile&&) = delete;
  /// Removes what is not finished.
  ~DurableFile();

  Status append(std::span<const uint8_t> bytes);
  uint64_t bytes() const { return bytes_; }
  /// The file is there. Not to be used afterwards.
  Result<SavedFile> finish();

 private:
  DurableFile(std::string folder, std::string name, OwnedDescriptor descriptor);
  std::string path() const { return folder_ + "/" + name_; }
  std::string temporary_path() const { return path() + ".inprogress"; }
  Status failure(std::string_view doing) const;

  std::string folder_;
  std::string name_;
  OwnedDescriptor descriptor_;
  uint64_t bytes_ = 0;
  uint32_t checksum_ = 0;
};

/// Makes a folder with those above it, and synchronises what they stand in. One that is there already is no error.
Status make_durable_folder(const std::string& path);

/// Where a file lies whose path is relative to `folder`, or absolute.
std::string path_of(const std::string& folder, const SavedFile& file);

/// All bytes of a file that is as long as `file` says and has its checksum; its path is relative to `folder`.
/// Errors   kIoError names the file: missing, unreadable, torn, altered.
Result<std::string> read_saved_file(const std::string& folder, const SavedFile& file);

}  // namespace eddyline::checkpoint
