#include <cstring>

#include "common/net/network.hpp"

namespace eddyline {

Frame Frame::copy_of(std::span<const uint8_t> bytes) {
  if (bytes.empty()) return {};
  const BufferPtr buffer = allocate_buffer(bytes.size());
  std::memcpy(buffer->data(), bytes.data(), bytes.size());
  return of(buffer, bytes.size());
}

Frame Frame::of(const BufferPtr& buffer, size_t size) {
  CHECK(size <= buffer->capacity()) << "frame of " << size << " bytes in a buffer of " << buffer->capacity();
  return {buffer, {buffer->data(), size}};
}

}  // namespace eddyline
