#include "common/text/text_buffer.hpp"

#include <algorithm>

namespace eddyline {

void TextBuffer::grow(size_t count) {
  BufferPtr larger = allocate_buffer(std::max({size_ + count, 2 * capacity_, size_t{256}}));
  if (size_ > 0) std::memcpy(larger->data(), data_, size_);
  buffer_ = std::move(larger);
  data_ = buffer_->as<char>();
  capacity_ = buffer_->capacity();
}

}  // namespace eddyline
