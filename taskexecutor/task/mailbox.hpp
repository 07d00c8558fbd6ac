#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

#include "common/concurrency/wakeup.hpp"
#include "common/stream/stream_element.hpp"

namespace eddyline::taskexecutor {

/// What others have to say to a subtask; it looks at its mail before anything else.
///
/// Bounded: to be cancelled twice says no more than once, and only so many checkpoints can wait to be started. Whoever
/// triggers one that cannot be served is told and declines it; one that was taken and not begun when the subtask ends is
/// declined by that end. A full mailbox is a few hundred bytes, which no budget counts.
///
/// Thread   cancel() and trigger(): any; they wake the subtask. The rest: the subtask, one load while there is no mail.
class Mailbox {
 public:
  static constexpr size_t kTriggersMax = 16;

  /// Whose barriers come in with the data, or start here.
  enum class Barriers : uint8_t { kFromInputs, kStartHere };

  Mailbox(WakeupPtr wakeup, Barriers barriers) : wakeup_(std::move(wakeup)), open_(barriers == Barriers::kStartHere) {}

  /// Asks the subtask to stop where it is. Never refused.
  void cancel();
  /// Asks a source to send a barrier. False: it is none, or it has ended, or too many wait.
  [[nodiscard]] bool trigger(CheckpointBarrier barrier);

  bool cancelled() const { return cancelled_.load(std::memory_order_seq_cst); }
  /// The oldest barrier to be sent, if there is one.
  std::optional<CheckpointBarrier> take_trigger();
  /// The subtask has ended: whatever waits is dropped, whatever comes is refused.
  void close();

 private:
  WakeupPtr wakeup_;
  std::atomic<bool> cancelled_{false};
  std::atomic<bool> has_triggers_{false};
  std::mutex mutex_;
  /// For triggers.
  bool open_;
  std::deque<CheckpointBarrier> triggers_;
};

}  // namespace eddyline::taskexecutor
