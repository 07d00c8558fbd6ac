#pragma once

#include <atomic>
#include <utility>

namespace eddyline::taskexecutor {

class InputChannel;

/// A channel's place in one list of reported channels. While `listed`, `next` is the list's.
struct ReportedChannel {
  InputChannel* const channel = nullptr;
  ReportedChannel* next = nullptr;
  std::atomic<bool> listed{false};
};

/// Reported channels in order, in the hands of one thread; allocates nothing.
class ChannelQueue {
 public:
  bool empty() const { return first_ == nullptr; }
  void push_back(ReportedChannel& entry) {
    entry.next = nullptr;
    (last_ == nullptr ? first_ : last_->next) = &entry;
    last_ = &entry;
  }
  /// Not of an empty queue, like pop_front().
  const ReportedChannel& front() const { return *first_; }
  ReportedChannel& pop_front() {
    ReportedChannel& entry = *first_;
    first_ = entry.next;
    if (first_ == nullptr) last_ = nullptr;
    return entry;
  }

 private:
  ReportedChannel* first_ = nullptr;
  ReportedChannel* last_ = nullptr;
};

/// The channels of a gate whose producers have something to say to its reader, so that one with thousands of channels
/// looks at no others.
///
/// A channel is listed from when its producer finds that it is not, until the reader withdraws it. Producers put it on
/// a stack, which the reader takes as a whole: whatever it has taken is its own to keep in order until it withdraws it.
///
/// Memory   sequentially consistent: the producer publishes what it has to say and then looks whether the channel is
///          listed, the reader withdraws it and then looks whether there is something; one of them sees the other.
/// Thread   report(): a channel's producer. The rest: the reader.
class ReportedChannels {
 public:
  void report(ReportedChannel& entry) {
    if (entry.listed.load(std::memory_order_seq_cst) || entry.listed.exchange(true, std::memory_order_seq_cst)) return;
    ReportedChannel* newest = newest_.load(std::memory_order_relaxed);
    do {
      entry.next = newest;
    } while (!newest_.compare_exchange_weak(newest, &entry, std::memory_order_seq_cst));
  }

  /// Calls `take` with every channel reported since the last call, oldest first; it may change the entry's `next`.
  template <class Take>
  void take_all(Take take) {
    if (newest_.load(std::memory_order_seq_cst) == nullptr) return;
    ReportedChannel* newest_first = newest_.exchange(nullptr, std::memory_order_seq_cst);
    ReportedChannel* oldest_first = nullptr;
    while (newest_first != nullptr) {
      ReportedChannel* const entry = newest_first;
      newest_first = std::exchange(entry->next, oldest_first);
      oldest_first = entry;
    }
    while (oldest_first != nullptr) {
      ReportedChannel* const entry = oldest_first;
      oldest_first = entry->next;
      take(*entry);
    }
  }

  /// Takes off a channel that had nothing left. False if `has_something` now, and it is still the reader's.
  template <class HasSomething>
  static bool withdraw(ReportedChannel& entry, HasSomething has_something) {
    entry.listed.store(false, std::memory_order_seq_cst);
    if (!has_something()) return true;
    // Whoever lists it now has it: the producer may have been quicker.
    return entry.listed.exchange(true, std::memory_order_seq_cst);
  }

 private:
  std::atomic<ReportedChannel*> newest_{nullptr};
};

}  // namespace eddyline::taskexecutor
