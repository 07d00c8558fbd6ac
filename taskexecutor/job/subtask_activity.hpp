#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

#include "common/base/ids.hpp"
#include "common/clock/clock.hpp"
#include "common/concurrency/wakeup.hpp"

namespace eddyline::taskexecutor {

/// What subtasks are about, at one look at each of them, one after the other. A value.
///
/// Two looks that find nobody awake and as many wake-ups prove that all slept from the end of the first to the start of the second.
struct Activity {
  /// Those that work, or have been told to.
  uint64_t awake = 0;
  /// How often any has woken, also those that have ended.
  uint64_t wake_ups = 0;
  /// Those that have ended with an error of their own.
  uint64_t failed = 0;
  /// The earliest time at which one wakes by itself.
  std::optional<ProcessingTime> next_wake_up;

  void add(const Activity& other) {
    awake += other.awake;
    wake_ups += other.wake_ups;
    failed += other.failed;
    if (!next_wake_up.has_value() || (other.next_wake_up.has_value() && *other.next_wake_up < *next_wake_up)) {
      next_wake_up = other.next_wake_up;
    }
  }
};

/// Whether the thread of one subtask sleeps, and until when. On a cache line of its own: it is written at each wake-up.
///
/// Thread   add_to(): any. The rest: the subtask's.
class alignas(64) SubtaskActivity {
 public:
  void fall_asleep(std::optional<ProcessingTime> wake_at) {
    wakes_at_.store(wake_at.has_value() ? std::clamp(wake_at->value(), kEarliest, kNever - 1) : kNever);
  }
  void wake_up() {
    // In this order: who has seen the count then sees the subtask awake, or asleep again.
    wakes_at_.store(kAwake);
    wake_ups_.store(wake_ups_.load(std::memory_order_relaxed) + 1);
  }
  void end(bool failed) { wakes_at_.store(failed ? kFailed : kEnded); }

  /// `wakeup`: the subtask's, which tells of what it has been told and has not yet woken for.
  void add_to(Activity& activity, const Wakeup& wakeup) const {
    activity.wake_ups += wake_ups_.load();
    const bool notified = wakeup.notified();
    const int64_t wakes_at = wakes_at_.load();
    if (wakes_at == kEnded || wakes_at == kFailed) {
      activity.failed += wakes_at == kFailed ? 1 : 0;
    } else if (wakes_at == kAwake || notified) {
      ++activity.awake;
    } else if (wakes_at != kNever) {
      activity.add({.awake = 0, .wake_ups = 0, .failed = 0, .next_wake_up = ProcessingTime(wakes_at)});
    }
  }

 private:
  static constexpr int64_t kAwake = std::numeric_limits<int64_t>::min();
  static constexpr int64_t kEnded = kAwake + 1;
  static constexpr int64_t kFailed = kAwake + 2;
  static constexpr int64_t kEarliest = kAwake + 3;
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

  std::atomic<int64_t> wakes_at_{kAwake};
  std::atomic<uint64_t> wake_ups_{0};
};

}  // namespace eddyline::taskexecutor
