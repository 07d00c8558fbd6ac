#include "schemas/wire_codec.hpp"

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <kj/exception.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace eddyline::schemas {
namespace {

// No getter of a text or list is called twice, so that reading takes no more than is there, and a little for what takes no bytes.
constexpr size_t kTraversalSlackWords = 64;

/// Runs what may throw; what was wrong, if it did.
template <class Work>
std::optional<std::string> failure_of(Work work) {
  const kj::Maybe<kj::Exception> thrown = kj::runCatchingExceptions(std::move(work));
  KJ_IF_MAYBE(error, thrown) { return error->getDescription().cStr(); }
  return std::nullopt;
}

/// The bytes as words: Cap'n Proto reads them where they lie when they lie at a word's boundary.
class AlignedWords {
 public:
  explicit AlignedWords(std::span<const uint8_t> bytes) : size_(bytes.size() / sizeof(capnp::word)) {
    if (reinterpret_cast<uintptr_t>(bytes.data()) % alignof(uint64_t) == 0) {
      words_ = reinterpret_cast<const capnp::word*>(bytes.data());
      return;
    }
    copy_.resize(size_);
    std::memcpy(copy_.data(), bytes.data(), size_ * sizeof(uint64_t));
    words_ = reinterpret_cast<const capnp::word*>(copy_.data());
  }
  kj::ArrayPtr<const capnp::word> words() const { return {words_, size_}; }

 private:
  size_t size_;
  std::vector<uint64_t> copy_;
  const capnp::word* words_ = nullptr;
};

}  // namespace

Result<Frame> encode_message(const std::function<void(capnp::AnyPointer::Builder)>& write) {
  auto words = std::make_shared<kj::Array<capnp::word>>();
  const std::optional<std::string> failure = failure_of([&] {
    capnp::MallocMessageBuilder builder;
    write(builder.initRoot<capnp::AnyPointer>());
    *words = capnp::messageToFlatArray(builder);
  });
  if (failure) return malformed("a message", "cannot be encoded: " + *failure);
  const kj::ArrayPtr<const kj::byte> bytes = words->asBytes();
  return Frame{words, {bytes.begin(), bytes.size()}};
}

Status decode_message(std::span<const uint8_t> bytes, std::string_view what, int nesting_max,
                      const std::function<Status(capnp::AnyPointer::Reader)>& take) {
  if (bytes.empty() || bytes.size() % sizeof(capnp::word) != 0) return malformed(what, "is cut short");
  const AlignedWords aligned(bytes);
  capnp::ReaderOptions options;
  options.traversalLimitInWords = aligned.words().size() + kTraversalSlackWords;
  options.nestingLimit = nesting_max;
  Status taken;
  const std::optional<std::string> failure = failure_of([&] {
    capnp::FlatArrayMessageReader reader(aligned.words(), options);
    const bool ends_here = reader.getEnd() == aligned.words().end();
    taken = ends_here ? take(reader.getRoot<capnp::AnyPointer>()) : malformed(what, "goes on after its end");
  });
  return failure ? malformed(what, "cannot be read: " + *failure) : taken;
}

}  // namespace eddyline::schemas
