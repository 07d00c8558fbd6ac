#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace eddyline {

/// A piece of memory for column values. Written by its one owner while it is filled, immutable once shared in a sealed column.
class Buffer {
 public:
  uint8_t* data() { return data_; }
  const uint8_t* data() const { return data_; }
  size_t capacity() const { return capacity_; }

  template <class T>
  T* as() {
    return reinterpret_cast<T*>(data_);
  }
  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(data_);
  }

  Buffer(uint8_t* data, size_t capacity) : data_(data), capacity_(capacity) {}

 private:
  uint8_t* data_;
  size_t capacity_;
};

using BufferPtr = std::shared_ptr<Buffer>;

/// Allocates a buffer of at least `bytes` bytes, 64-byte aligned, contents undefined. It goes back to the allocating thread
/// pool's free list when the last reference goes: a fresh page costs 4 us, a recycled buffer nothing.
/// Sizes are rounded up to powers of two from 256 bytes; above 4 MiB nothing is kept.
/// Thread   any; the free lists are per thread, with a shared overflow list.
BufferPtr allocate_buffer(size_t bytes);

/// Bytes held in free lists of the calling thread; for tests and metrics.
size_t cached_buffer_bytes();

}  // namespace eddyline
