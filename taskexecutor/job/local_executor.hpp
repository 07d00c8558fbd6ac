#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "taskexecutor/job/job_translation.hpp"
#include "taskexecutor/job/thread_driver.hpp"

namespace eddyline::taskexecutor {

/// Runs jobs side by side in this process, each with a thread a subtask: the all-in-one program's job manager and task
/// executor.
///
/// Thread   any. Destroying it cancels what still runs and waits for it.
class LocalExecutor {
 public:
  explicit LocalExecutor(ProcessServices services) : services_(std::move(services)) {}
  ~LocalExecutor();
  LocalExecutor(const LocalExecutor&) = delete;
  LocalExecutor& operator=(const LocalExecutor&) = delete;

  /// Makes the job and starts it; its id, 32 hex digits.
  /// Errors   those of make_local_job: nothing runs then.
  Result<std::string> submit(const JobSubmission& submission);
  /// Asks the job to stop; does not wait.
  Status cancel(const std::string& job_id);
  /// Until the job has ended: ok when it finished, kCancelled, or why it failed with vertex and subtask named.
  /// Errors   also kNotFound.
  Status wait(const std::string& job_id);
  /// Asks every job to stop; does not wait.
  void cancel_all();
  bool all_ended() const;

 private:
  struct RunningJob {
    RunningJob(std::unique_ptr<LocalJob> made, const Clock& clock) : job(std::move(made)), driver(*job, clock) {}
    std::unique_ptr<LocalJob> job;
    /// Ends before the job does.
    ThreadDriver driver;
  };

  /// Null if there is none.
  std::shared_ptr<RunningJob> find(const std::string& job_id) const;

  ProcessServices services_;
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<RunningJob>> jobs_;
};

}  // namespace eddyline::taskexecutor
