#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "common/clock/clock.hpp"
#include "taskexecutor/job/local_job.hpp"
#include "taskexecutor/job/subtask_activity.hpp"

namespace eddyline::taskexecutor {

/// Runs a job with a thread a subtask, each asleep while its subtask is blocked.
///
/// Thread   activity(): any. The rest: the one that made it.
class ThreadDriver {
 public:
  /// Both are borrowed.
  ThreadDriver(LocalJob& job, const Clock& clock);
  /// Cancels what still runs and waits for it.
  ~ThreadDriver();
  ThreadDriver(const ThreadDriver&) = delete;
  ThreadDriver& operator=(const ThreadDriver&) = delete;

  /// CHECKs that it is the first call.
  /// Errors   kOutOfMemory when the system gives no further thread; those that run end when the driver does.
  Status start();
  /// Subtasks of a job that was not started count as awake.
  Activity activity() const;

 private:
  void run(Subtask& subtask, SubtaskActivity& activity);
  StepResult step_until_blocked(Subtask& subtask);

  LocalJob& job_;
  const Clock& clock_;
  /// By subtask.
  const std::unique_ptr<SubtaskActivity[]> activity_;
  std::vector<std::thread> threads_;
};

}  // namespace eddyline::taskexecutor
