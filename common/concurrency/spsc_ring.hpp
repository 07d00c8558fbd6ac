#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "common/base/check.hpp"

namespace eddyline {

/// Bounded queue between one producer and one consumer thread; lock-free, elements are moved in and out.
///
/// Invariants   head_ <= tail_ <= head_ + capacity; slots in [head_, tail_) are full. Each side keeps a copy of the
/// other's index and reads the
///              shared one only when the copy says full or empty, so that a busy ring shares no cache line per element.
/// Memory       push and pop publish with sequentially consistent stores, as Wakeup asks.
template <class T>
class SpscRing {
 public:
  /// The capacity is rounded up to a power of two.
  explicit SpscRing(size_t capacity) : capacity_(std::bit_ceil(capacity)), slots_(std::make_unique<T[]>(capacity_)) {}

  size_t capacity() const { return capacity_; }

  /// Producer: free slots, at least.
  size_t free_slots(size_t wanted = 1) {
    const uint64_t tail = tail_.load(std::memory_order_relaxed);
    if (capacity_ - (tail - seen_head_) < wanted) seen_head_ = head_.load(std::memory_order_seq_cst);
    return capacity_ - (tail - seen_head_);
  }
  /// Producer. CHECKs that there is a free slot.
  void push(T element) {
    CHECK(free_slots() > 0) << "push into a full ring of " << capacity_;
    const uint64_t tail = tail_.load(std::memory_order_relaxed);
    slots_[tail & (capacity_ - 1)] = std::move(element);
    tail_.store(tail + 1, std::memory_order_seq_cst);
  }

  /// Consumer: elements that wait, at least.
  size_t size() const { return tail_.load(std::memory_order_seq_cst) - head_.load(std::memory_order_relaxed); }
  /// Consumer: the oldest element, or null.
  T* front() {
    const uint64_t head = head_.load(std::memory_order_relaxed);
    if (head == seen_tail_) seen_tail_ = tail_.load(std::memory_order_seq_cst);
    return head == seen_tail_ ? nullptr : &slots_[head & (capacity_ - 1)];
  }
  /// Consumer. CHECKs that there is an element.
  T pop() {
    T* oldest = front();
    CHECK(oldest != nullptr) << "pop from an empty ring";
    T element = std::exchange(*oldest, T());
    head_.store(head_.load(std::memory_order_relaxed) + 1, std::memory_order_seq_cst);
    return element;
  }

 private:
  static constexpr size_t kCacheLine = 64;

  const size_t capacity_;
  const std::unique_ptr<T[]> slots_;
  alignas(kCacheLine) std::atomic<uint64_t> head_{0};
  uint64_t seen_tail_ = 0;  // the consumer's
  alignas(kCacheLine) std::atomic<uint64_t> tail_{0};
  uint64_t seen_head_ = 0;  // the producer's
};

}  // namespace eddyline
