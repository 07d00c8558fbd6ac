#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace eddyline {

/// A string of a column in 16 bytes, without pointers, so that it survives the wire.
///
/// Up to 12 bytes lie inline; a longer string gives its first 4 bytes, the index of its buffer in the column's heap and the
/// offset there. Unused inline bytes are zero, so two short strings are equal exactly if their 16 bytes are.
class StringView {
 public:
  static constexpr uint32_t kInlineLength = 12;

  StringView() : length_(0) { std::memset(tail_, 0, sizeof(tail_)); }

  /// A string of at most 12 bytes.
  static StringView inlined(std::string_view text) {
    StringView view;
    view.length_ = static_cast<uint32_t>(text.size());
    // An empty text may have no data at all, which memcpy must not see.
    if (!text.empty()) std::memcpy(view.tail_, text.data(), text.size());
    return view;
  }

  /// A string of more than 12 bytes that lies in a heap buffer.
  static StringView in_heap(std::string_view text, uint32_t buffer, uint32_t offset) {
    StringView view;
    view.length_ = static_cast<uint32_t>(text.size());
    std::memcpy(view.tail_, text.data(), 4);
    std::memcpy(view.tail_ + 4, &buffer, 4);
    std::memcpy(view.tail_ + 8, &offset, 4);
    return view;
  }

  uint32_t length() const { return length_; }
  bool is_inlined() const { return length_ <= kInlineLength; }
  const char* inline_data() const { return tail_; }
  uint32_t buffer() const { return word(4); }
  uint32_t offset() const { return word(8); }

  /// Length and first four bytes: unequal for most pairs of unequal strings.
  uint64_t head() const {
    uint64_t head;
    std::memcpy(&head, this, 8);
    return head;
  }

  /// The same string after its buffer became number `buffer` of another heap.
  StringView moved_to(uint32_t buffer) const {
    StringView moved = *this;
    std::memcpy(moved.tail_ + 4, &buffer, 4);
    return moved;
  }

 private:
  uint32_t word(size_t at) const {
    uint32_t value;
    std::memcpy(&value, tail_ + at, 4);
    return value;
  }

  uint32_t length_;
  char tail_[12];
};

static_assert(sizeof(StringView) == 16);

}  // namespace eddyline
