#pragma once

#include <atomic>
#include <mutex>
#include <variant>
#include <vector>

#include "common/concurrency/wakeup.hpp"
#include "common/stream/stream_element.hpp"

namespace eddyline::taskexecutor {

/// Asks the subtask to stop where it is.
struct CancelRequest {};
/// Asks a source to send a barrier.
struct CheckpointTrigger {
  CheckpointBarrier barrier;
};

using Mail = std::variant<CancelRequest, CheckpointTrigger>;

/// What others have to say to a subtask; it reads its mail before anything else.
class Mailbox {
 public:
  explicit Mailbox(WakeupPtr wakeup) : wakeup_(std::move(wakeup)) {}

  /// Any thread; wakes the subtask.
  void post(Mail mail);
  /// The subtask: all mail in order of arrival. One load while there is none.
  std::vector<Mail> take();

 private:
  WakeupPtr wakeup_;
  std::atomic<bool> has_mail_{false};
  std::mutex mutex_;
  std::vector<Mail> mail_;
};

}  // namespace eddyline::taskexecutor
