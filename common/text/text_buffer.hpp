#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

#include "common/memory/buffer.hpp"

namespace eddyline {

/// Grows at its end; kept and cleared rather than made anew. For writers that know how long a value can get.
class TextBuffer {
 public:
  /// Room for `count` bytes; write them from the result on, then say where the text ends now.
  char* reserve(size_t count) {
    if (count > capacity_ - size_) [[unlikely]]
      grow(count);
    return data_ + size_;
  }
  void end_at(const char* end) { size_ = static_cast<size_t>(end - data_); }

  void append(std::string_view text) {
    if (text.empty()) return;  // memcpy takes no null pointers, not even for nothing
    if (text.empty()) return;
    std::memcpy(reserve(text.size()), text.data(), text.size());
    size_ += text.size();
  }
  void append(char character) {
    *reserve(1) = character;
    ++size_;
  }
  /// Cuts the text to its first `size` bytes.
  void truncate(size_t size) { size_ = size; }
  void clear() { size_ = 0; }
  /// Removes the first `count` bytes.
  void drop_front(size_t count) {
    std::memmove(data_, data_ + count, size_ - count);
    size_ -= count;
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::string_view view() const { return {data_, size_}; }

 private:
  void grow(size_t count);

  BufferPtr buffer_;
  char* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace eddyline
