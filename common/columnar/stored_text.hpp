#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace eddyline {

/// A text in a row slot: up to 12 bytes lie in it; of a longer one the first 4, and the address of a copy in the
/// state's memory. Never leaves the process: snapshots write the text.
class alignas(8) StoredText {
 public:
  static constexpr uint32_t kInlineLength = 12;

  StoredText() : length_(0) { std::memset(bytes_, 0, sizeof(bytes_)); }
  /// `copy` holds the text and stays; used only if it is longer than kInlineLength.
  StoredText(std::string_view text, const char* copy) : StoredText() {
    length_ = static_cast<uint32_t>(text.size());
    if (is_inlined()) {
      if (!text.empty()) std::memcpy(bytes_, text.data(), text.size());
    } else {
      std::memcpy(bytes_, text.data(), 4);
      std::memcpy(bytes_ + 4, &copy, 8);
    }
  }

  uint32_t length() const { return length_; }
  bool is_inlined() const { return length_ <= kInlineLength; }
  /// Of a text that is not inlined.
  const char* address() const {
    const char* copy;
    std::memcpy(&copy, bytes_ + 4, 8);
    return copy;
  }
  std::string_view view() const { return {is_inlined() ? bytes_ : address(), length_}; }
  friend bool operator==(const StoredText& a, const StoredText& b) { return a.equals(b.view()); }
  bool equals(std::string_view text) const {
    return length_ == text.size() && std::memcmp(view().data(), text.data(), text.size()) == 0;
  }

 private:
  uint32_t length_;
  char bytes_[12];
};
static_assert(sizeof(StoredText) == 16);

}  // namespace eddyline
