#include "checkpoint/storage/state_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "common/checksum/crc32c.hpp"
#include "common/columnar/batch_codec.hpp"

namespace eddyline::checkpoint {
namespace {

constexpr std::string_view kMagic = "EDSTATE1";
constexpr size_t kHeaderBytes = 3 * sizeof(uint32_t);
/// Written at once.
constexpr size_t kWriteBytes = size_t{1} << 20;

}  // namespace

StateFileWriter::StateFileWriter(std::string folder, std::string name, size_t inline_max)
    : folder_(std::move(folder)), name_(std::move(name)), inline_max_(inline_max) {}

Status StateFileWriter::add(uint32_t state, const Batch& rows) {
  const BatchEncoder encoder(rows);
  if (encoder.size() > UINT32_MAX) return io_error("State of " + std::to_string(encoder.size()) + " bytes in one batch cannot be saved");
  if (pending_.empty() && !file_.has_value()) pending_.assign(kMagic.begin(), kMagic.end());
  const size_t header = pending_.size();
  pending_.resize(header + kHeaderBytes + encoder.size());
  uint8_t* payload = pending_.data() + header + kHeaderBytes;
  encoder.write(payload);
  const std::array<uint32_t, 3> numbers = {static_cast<uint32_t>(encoder.size()), state, crc32c({payload, encoder.size()})};
  std::memcpy(pending_.data() + header, numbers.data(), kHeaderBytes);
  return pending_.size() >= std::max(kWriteBytes, inline_max_) ? write_out() : Status();
}

Status StateFileWriter::write_out() {
  if (!file_.has_value()) {
    ASSIGN_OR_RETURN(DurableFile made, DurableFile::create(folder_, name_));
    file_.emplace(std::move(made));
  }
  RETURN_IF_ERROR(file_->append(pending_));
  pending_.clear();
  return Status();
}

Result<SavedBytes> StateFileWriter::finish() {
  SavedBytes saved;
  if (!file_.has_value() && pending_.size() <= inline_max_) {
    saved.inlined.assign(pending_.begin(), pending_.end());
    return saved;
  }
  RETURN_IF_ERROR(write_out());
  ASSIGN_OR_RETURN(saved.file, file_->finish());
  return saved;
}

Result<StateFileReader> StateFileReader::open(const std::string& folder, const SavedBytes& saved) {
  if (!saved.file.has_value()) {
    StateFileReader reader("state in the metadata", saved.inlined.size());
    reader.inlined_ = saved.inlined;
    if (!saved.inlined.empty()) RETURN_IF_ERROR(reader.read_magic());
    return reader;
  }
  const SavedFile& file = *saved.file;
  const std::string path = path_of(folder, file);
  StateFileReader reader("file '" + path + "'", file.bytes);
  reader.descriptor_ = OwnedDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat found{};
  if (!reader.descriptor_.is_open() || ::fstat(reader.descriptor_.get(), &found) != 0) {
    return io_error("Cannot read " + reader.name_ + ": " + std::strerror(errno));
  }
  if (static_cast<uint64_t>(found.st_size) != file.bytes) {
    return reader.torn("has " + std::to_string(found.st_size) + " bytes instead of " + std::to_string(file.bytes));
  }
  reader.checksum_wanted_ = file.checksum;
  RETURN_IF_ERROR(reader.read_magic());
  return reader;
}

Status StateFileReader::torn(std::string_view how) const {
  std::string text = "The saved " + name_ + " " + std::string(how) + ": it is torn or altered";
  return io_error(std::move(text));
}

Status StateFileReader::read_magic() {
  std::array<uint8_t, kMagic.size()> found{};
  RETURN_IF_ERROR(read(found));
  return std::equal(found.begin(), found.end(), kMagic.begin()) ? Status() : torn("is no state file of this version");
}

Status StateFileReader::read(std::span<uint8_t> into) {
  if (into.size() > left_) return torn("ends early");
  left_ -= into.size();
  if (!descriptor_.is_open()) {
    std::memcpy(into.data(), inlined_.data() + inlined_read_, into.size());
    inlined_read_ += into.size();
    return Status();
  }
  for (std::span<uint8_t> rest = into; !rest.empty();) {
    const ssize_t count = ::read(descriptor_.get(), rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return io_error("Cannot read " + name_ + ": " + std::strerror(errno));
    if (count == 0) return torn("ends early");
    rest = rest.subspan(static_cast<size_t>(count));
  }
  checksum_ = crc32c(into, checksum_);
  return Status();
}

Result<std::optional<StateFileReader::Block>> StateFileReader::next() {
  if (left_ == 0) {
    if (checksum_wanted_.has_value() && *checksum_wanted_ != checksum_) return torn("does not have its checksum");
    return std::optional<Block>();
  }
  std::array<uint32_t, 3> numbers{};
  RETURN_IF_ERROR(read({reinterpret_cast<uint8_t*>(numbers.data()), kHeaderBytes}));
  const auto [size, state, checksum] = numbers;
  // Before that much memory is taken.
  if (size > left_) return torn("ends early");
  auto bytes = std::make_shared<std::vector<uint8_t>>(size);
  RETURN_IF_ERROR(read(*bytes));
  if (crc32c(*bytes) != checksum) return torn("has a block that does not have its checksum");
  return std::optional<Block>(Block{state, std::move(bytes)});
}

}  // namespace eddyline::checkpoint
