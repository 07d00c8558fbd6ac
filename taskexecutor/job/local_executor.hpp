#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "common/base/job_id.hpp"
#include "taskexecutor/job/job_translation.hpp"
#include "taskexecutor/job/thread_driver.hpp"

namespace eddyline::taskexecutor {

/// Runs jobs side by side in this process, each with a thread a subtask: the all-in-one program's job manager and task
/// executor.
///
/// Once the last subtask of a job has ended, a thread of the executor's own joins the job's threads and frees its
/// operators, state and memory; only its result stays, until many jobs have ended after it. Not before then does wait()
/// return.
///
/// Thread   any. Destroying it cancels what still runs and waits for it.
class LocalExecutor {
 public:
  /// Told how a job ended when nothing of it is left but its result, before wait() returns; on the executor's thread, which
  /// must not be held up. May not call the executor.
  using OnEnd = std::function<void(const JobId& id, const Status& result)>;

  /// Ended jobs whose results are kept; of older ones nothing is known any more.
  static constexpr size_t kEndedJobsKept = 1000;

  explicit LocalExecutor(ExecutorServices services) : services_(std::move(services)) {}
  ~LocalExecutor();
  LocalExecutor(const LocalExecutor&) = delete;
  LocalExecutor& operator=(const LocalExecutor&) = delete;

  /// Makes the job and starts it.
  /// Errors   those of make_local_job, kOutOfMemory without threads for it, kIoError without the executor's own: nothing runs then, and
  /// `on_end` is not told.
  Result<JobId> submit(const JobSubmission& submission, OnEnd on_end = {});
  /// Asks the job to stop; does not wait. Nothing to do for one that has ended.
  Status cancel(const JobId& id);
  /// Until the job has ended: ok when it finished, kCancelled, or why it failed with vertex and subtask named.
  /// Errors   also kNotFound.
  Status wait(const JobId& id);
  /// Until no job is left that has not ended.
  void wait_for_all();
  /// Asks every job to stop, without waiting; false if none is left.
  bool cancel_all();

 private:
  struct RunningJob {
    RunningJob(std::unique_ptr<LocalJob> made, const Clock& clock) : job(std::move(made)), driver(*job, clock) {}
    std::unique_ptr<LocalJob> job;
    /// Ends before the job does.
    ThreadDriver driver;
  };
  struct Job {
    /// Null once it is being freed.
    std::unique_ptr<RunningJob> running;
    OnEnd on_end;
    /// Set once it is freed.
    std::optional<Status> result;
  };

  void note_end(const JobId& id);
  void free_ended_jobs();
  void keep_result(const JobId& id, Job& job, Status result);
  static Status free_job(const JobId& id, std::unique_ptr<RunningJob> running, const OnEnd& on_end);

  ExecutorServices services_;
  std::mutex mutex_;
  std::condition_variable job_ended_;
  std::condition_variable job_freed_;
  /// Shared with who waits for the result, which may be forgotten before that thread runs again.
  std::map<JobId, std::shared_ptr<Job>> jobs_;
  size_t unfreed_ = 0;
  /// Whose last subtask has ended, to be freed.
  std::deque<JobId> ended_;
  /// Those that are freed, oldest first.
  std::deque<JobId> freed_;
  bool stopping_ = false;
  /// From the first job on.
  std::thread freeing_;
};

}  // namespace eddyline::taskexecutor
