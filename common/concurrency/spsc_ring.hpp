#pragma once

#include <algorithm>
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
/// Its slots are made as they are needed: none before the first element, then a few, and twice as many whenever those
/// are full, up to the capacity. A queue whose length has been reached before allocates nothing, and one that is hardly
/// used costs hardly anything.
///
/// Invariants   head_ <= tail_ <= head_ + capacity; elements [head_, tail_) wait. Each side keeps a copy of the other's
/// index
///              and reads the shared one only when the copy says full or empty, so that a busy ring shares no cache
///              line per element. Elements from `start` of a run of slots on are in that run or a later one; the
///              producer uses only the last run, the consumer frees the one that it leaves.
/// Memory       push and pop publish with sequentially consistent stores, as Wakeup asks.
template <class T>
class SpscRing {
 public:
  /// The capacity is rounded up to a power of two.
  explicit SpscRing(size_t capacity) : capacity_(std::bit_ceil(capacity)) {}
  ~SpscRing() {
    Slots* slots = reading_ != nullptr ? reading_ : first_.load(std::memory_order_acquire);
    while (slots != nullptr) delete std::exchange(slots, slots->next.load(std::memory_order_acquire));
  }
  SpscRing(const SpscRing&) = delete;
  SpscRing& operator=(const SpscRing&) = delete;

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
    if (writing_ == nullptr || full(*writing_, tail)) grow(tail);
    writing_->at(tail) = std::move(element);
    tail_.store(tail + 1, std::memory_order_seq_cst);
  }

  /// Consumer: elements that wait, at least.
  size_t size() const { return tail_.load(std::memory_order_seq_cst) - head_.load(std::memory_order_relaxed); }
  /// Consumer: the oldest element, or null.
  T* front() {
    const uint64_t head = head_.load(std::memory_order_relaxed);
    if (head == seen_tail_) seen_tail_ = tail_.load(std::memory_order_seq_cst);
    return head == seen_tail_ ? nullptr : &slots_of(head).at(head);
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
  static constexpr size_t kFirstSlots = 2;

  struct Slots {
    Slots(size_t slot_count, uint64_t first)
        : count(slot_count), start(first), slots(std::make_unique<T[]>(slot_count)) {}
    T& at(uint64_t index) { return slots[index & (count - 1)]; }

    const size_t count;
    /// Index of the first element that is here.
    const uint64_t start;
    const std::unique_ptr<T[]> slots;
    /// Set once, when these were full.
    std::atomic<Slots*> next{nullptr};
  };

  bool full(const Slots& slots, uint64_t tail) {
    if (tail - std::max(slots.start, seen_head_) < slots.count) return false;
    seen_head_ = head_.load(std::memory_order_seq_cst);
    return tail - std::max(slots.start, seen_head_) == slots.count;
  }

  void grow(uint64_t tail) {
    const size_t count = std::min(capacity_, writing_ == nullptr ? kFirstSlots : 2 * writing_->count);
    auto grown = std::make_unique<Slots>(count, tail);
    std::atomic<Slots*>& link = writing_ == nullptr ? first_ : writing_->next;
    writing_ = grown.get();
    link.store(grown.release(), std::memory_order_release);
  }

  /// Of an element that waits: whatever it took to store it was published before the tail that counts it.
  Slots& slots_of(uint64_t head) {
    if (reading_ == nullptr) reading_ = first_.load(std::memory_order_acquire);
    for (Slots* next = reading_->next.load(std::memory_order_acquire); next != nullptr && head >= next->start;
         next = reading_->next.load(std::memory_order_acquire)) {
      delete std::exchange(reading_, next);
    }
    return *reading_;
  }

  const size_t capacity_;
  std::atomic<Slots*> first_{nullptr};
  alignas(kCacheLine) std::atomic<uint64_t> head_{0};
  // The consumer's.
  uint64_t seen_tail_ = 0;
  Slots* reading_ = nullptr;
  alignas(kCacheLine) std::atomic<uint64_t> tail_{0};
  // The producer's.
  uint64_t seen_head_ = 0;
  Slots* writing_ = nullptr;
};

}  // namespace eddyline
