#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

#include "common/base/status.hpp"
#include "common/concurrency/wakeup.hpp"
#include "common/stream/stream_element.hpp"
#include "taskexecutor/exchange/failure_listener.hpp"

namespace eddyline::taskexecutor {

/// What others have to say to a subtask; it looks at its mail before anything else.
///
/// Bounded: only the first reason to stop counts, and only so many checkpoints can wait to be started. Whoever triggers one that cannot be served is told and declines it; one that was taken and not begun when the subtask ends is
/// declined by that end. A full mailbox is a few hundred bytes, which no budget counts.
///
/// Thread   cancel(), fail() and trigger(): any; they wake the subtask. The rest: the subtask, one load while there is no mail.
class Mailbox final : public FailureListener {
 public:
  static constexpr size_t kTriggersMax = 16;

  /// Whose barriers come in with the data, or start here.
  enum class Barriers : uint8_t { kFromInputs, kStartHere };

  Mailbox(WakeupPtr wakeup, Barriers barriers) : wakeup_(std::move(wakeup)), open_(barriers == Barriers::kStartHere) {}

  const WakeupPtr& wakeup() const { return wakeup_; }

  /// Asks the subtask to stop where it is; `reason` is a kCancelled. Never refused.
  void cancel(const Status& reason) { stop(reason); }
  /// Something that the subtask lives on is lost: it ends with this cause instead of its next step.
  void fail(const Status& cause) override { stop(cause); }
  /// Asks a source to send a barrier. False: it is none, or it has ended, or too many wait.
  [[nodiscard]] bool trigger(CheckpointBarrier barrier);

  /// Ok, or why the subtask is to stop.
  Status stopped() const;
  /// The oldest barrier to be sent, if there is one.
  std::optional<CheckpointBarrier> take_trigger();
  /// The subtask has ended: whatever waits is dropped, whatever comes is refused.
  void close();

 private:
  void stop(const Status& reason);

  WakeupPtr wakeup_;
  std::atomic<bool> has_stopped_{false};
  std::atomic<bool> has_triggers_{false};
  mutable std::mutex mutex_;
  Status stopped_;
  /// For triggers.
  bool open_;
  std::deque<CheckpointBarrier> triggers_;
};

}  // namespace eddyline::taskexecutor
