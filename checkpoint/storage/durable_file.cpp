#include "checkpoint/storage/durable_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "common/checksum/crc32c.hpp"
#include "common/fault/fault_point.hpp"

namespace eddyline::checkpoint {
namespace {

constexpr FaultPoint kAfterWrite{"file-after-write"};
constexpr FaultPoint kBeforeRename{"file-after-fsync-before-rename"};
constexpr FaultPoint kAfterRename{"file-after-rename-before-fsync-of-folder"};

Status failed(std::string_view doing, const std::string& path) {
  return io_error("Cannot " + std::string(doing) + " '" + path + "': " + std::strerror(errno));
}

/// A folder's entries reach the disk with the folder, not with the files.
Status synchronise_folder(const std::string& path) {
  const OwnedDescriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open() || ::fsync(folder.get()) != 0) return failed("synchronise folder", path);
  return Status();
}

}  // namespace

DurableFile::DurableFile(std::string folder, std::string name, OwnedDescriptor descriptor)
    : folder_(std::move(folder)), name_(std::move(name)), descriptor_(std::move(descriptor)) {}

Result<DurableFile> DurableFile::create(const std::string& folder, const std::string& name) {
  const std::string path = folder + "/" + name + ".inprogress";
  OwnedDescriptor descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!descriptor.is_open()) return failed("create file", path);
  return DurableFile(folder, name, std::move(descriptor));
}

DurableFile::~DurableFile() {
  if (descriptor_.is_open()) ::unlink(temporary_path().c_str());
}

Status DurableFile::failure(std::string_view doing) const {
  return failed(std::string(doing) + " file", path());
}

Status DurableFile::append(std::span<const uint8_t> bytes) {
  for (std::span<const uint8_t> left = bytes; !left.empty();) {
    const ssize_t written = ::write(descriptor_.get(), left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failure("write");
    left = left.subspan(static_cast<size_t>(written));
  }
  checksum_ = crc32c(bytes, checksum_);
  bytes_ += bytes.size();
  kAfterWrite.pass();
  return Status();
}

Result<SavedFile> DurableFile::finish() {
  if (::fsync(descriptor_.get()) != 0) return failure("synchronise");
  kBeforeRename.pass();
  if (::rename(temporary_path().c_str(), path().c_str()) != 0) return failure("rename");
  descriptor_ = OwnedDescriptor();
  kAfterRename.pass();
  RETURN_IF_ERROR(synchronise_folder(folder_));
  return SavedFile{name_, bytes_, checksum_};
}

Status make_durable_folder(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  const std::string parent = slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
  if (::mkdir(path.c_str(), 0755) == 0) return synchronise_folder(parent);
  if (errno == ENOENT && slash != std::string::npos && slash > 0) {
    RETURN_IF_ERROR(make_durable_folder(parent));
    if (::mkdir(path.c_str(), 0755) == 0) return synchronise_folder(parent);
  }
  struct stat found{};
  if (errno == EEXIST && ::stat(path.c_str(), &found) == 0) {
    if (S_ISDIR(found.st_mode)) return Status();
    errno = ENOTDIR;
  }
  return failed("make folder", path);
}

std::string path_of(const std::string& folder, const SavedFile& file) {
  return file.path.starts_with('/') ? file.path : folder + "/" + file.path;
}

Result<std::string> read_saved_file(const std::string& folder, const SavedFile& file) {
  const std::string path = path_of(folder, file);
  const OwnedDescriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat found{};
  if (!descriptor.is_open() || ::fstat(descriptor.get(), &found) != 0) return failed("read file", path);
  if (static_cast<uint64_t>(found.st_size) != file.bytes) {
    return io_error("File '" + path + "' has " + std::to_string(found.st_size) + " bytes instead of " + std::to_string(file.bytes) +
                    ": it is torn or altered");
  }
  std::string bytes(file.bytes, '\0');
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::read(descriptor.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failed("read file", path);
    if (count == 0) return io_error("File '" + path + "' ends early: it is torn");
    done += static_cast<size_t>(count);
  }
  if (crc32c({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}) != file.checksum) {
    return io_error("File '" + path + "' does not have its checksum: it is altered");
  }
  return bytes;
}

}  // namespace eddyline::checkpoint
