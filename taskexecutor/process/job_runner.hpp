#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

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
  /// The core's thread is borrowed.
  JobRunner(DeploymentServices services, ExecutorThread& core);
  /// Cancels and frees what is left.
  ~JobRunner();
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

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

  void post(std::function<void()> work);
  void work();
  Result<MadeJob> make_now(const schemas::DeployJob& deployment);
  std::shared_ptr<RunningJob> find(schemas::AttemptId attempt);

  const DeploymentServices services_;
  ExecutorThread& core_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> work_;
  bool stopping_ = false;
  /// Freed by the thread that made them.
  std::map<schemas::AttemptId, std::shared_ptr<RunningJob>> jobs_;
  /// Of the jobs that were freed.
  Activity past_;
  std::thread thread_;
};

}  // namespace eddyline::taskexecutor
