#pragma once

#include <cstddef>
#include <utility>

#include "state/hashmap/table/block_allocator.hpp"

namespace eddyline::state {

/// The bytes of something that grows by itself, such as a vector, counted in the pool before it grows.
///
/// Counts in steps, so that small changes cost nothing.
/// Thread   one.
class CountedBytes {
 public:
  explicit CountedBytes(BlockAllocator& blocks) : blocks_(&blocks) {}
  ~CountedBytes() { blocks_->release(counted_); }
  CountedBytes(CountedBytes&& other) noexcept : blocks_(other.blocks_), counted_(std::exchange(other.counted_, 0)) {}
  CountedBytes& operator=(CountedBytes&&) = delete;

  /// Counts `bytes` at the least; false when the pool refuses.
  [[nodiscard]] bool grow_to(size_t bytes) {
    if (bytes <= counted_) return true;
    const size_t wanted = in_steps(bytes);
    if (!blocks_->reserve(wanted - counted_)) return false;
    counted_ = wanted;
    return true;
  }
  /// Gives back what `bytes` do not need.
  void shrink_to(size_t bytes) {
    const size_t wanted = in_steps(bytes);
    if (wanted >= counted_) return;
    blocks_->release(counted_ - wanted);
    counted_ = wanted;
  }

 private:
  static constexpr size_t kStep = size_t{4} << 10;
  static size_t in_steps(size_t bytes) { return (bytes + kStep - 1) / kStep * kStep; }

  BlockAllocator* blocks_;
  size_t counted_ = 0;
};

}  // namespace eddyline::state
