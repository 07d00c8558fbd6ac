#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "common/concurrency/event_loop.hpp"
#include "taskexecutor/job/thread_driver.hpp"
#include "taskexecutor/process/executor_thread.hpp"
#include "taskexecutor/process/job_deployment.hpp"

namespace eddyline::taskexecutor {

/// Makes, runs and frees parts of jobs on a thread of its own, one after the other: a large job must not hold up heartbeats. What
/// comes of it is posted to the core's thread.
///
/// Thread   any. When it ends nobody uses it any more.
class JobRunner {
 public:
  /// The core's thread and the clock are borrowed.
  JobRunner(DeploymentServices services, ExecutorThread& core, const Clock& clock);
  /// Cancels and frees what is left.
  ~JobRunner();
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  /// Errors   kIoError: the system has no thread left.
  Status start() { return work_.start(); }

  // As ExecutorSurroundings.

  void make(std::shared_ptr<const schemas::DeployJob> deployment);
  void run(schemas::AttemptId attempt);
  /// Does not wait for what is being made or freed.
  void stop(schemas::AttemptId attempt, const Status& reason);
  void free(schemas::AttemptId attempt);

  /// Of all jobs so far.
  Activity activity();

 private:
  class Listener;
  struct RunningJob;

  Result<MadeJob> make_now(const schemas::DeployJob& deployment);
  std::shared_ptr<RunningJob> find(schemas::AttemptId attempt);

  const DeploymentServices services_;
  ExecutorThread& core_;
  std::mutex mutex_;
  /// Freed by the thread that made them.
  std::map<schemas::AttemptId, std::shared_ptr<RunningJob>> jobs_;
  /// Of the jobs that were freed.
  Activity past_;
  /// Its last work frees what is left.
  EventLoop work_;
};

}  // namespace eddyline::taskexecutor
