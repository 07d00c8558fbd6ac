#pragma once

#include "common/base/status.hpp"
#include "taskexecutor/task/subtask.hpp"

namespace eddyline::taskexecutor {

/// Learns what becomes of the subtasks of a job.
///
/// Thread   each subtask's own, so several at once; must neither block nor end the job.
class SubtaskListener {
 public:
  virtual ~SubtaskListener() = default;
  /// Its operators are open; elements follow. Not told of a subtask that ends before.
  virtual void on_running(const Subtask& subtask) = 0;
  /// Told once for each: ok when it finished, kCancelled when it was asked to stop, else why it failed.
  /// The first failure is told before any subtask that it cancels.
  virtual void on_end(const Subtask& subtask, const Status& result) = 0;
};

}  // namespace eddyline::taskexecutor
