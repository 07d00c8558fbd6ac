#include "taskexecutor/job/local_executor.hpp"

#include <utility>

#include "common/base/random.hpp"
#include "common/concurrency/named_thread.hpp"

namespace eddyline::taskexecutor {
namespace {

JobId new_job_id() {
  Random random(seed_from_system());
  return JobId::draw(random);
}

Status no_such_job(const JobId& id) {
  return not_found("There is no job with the id " + id.to_string() + ".");
}

}  // namespace

LocalExecutor::~LocalExecutor() {
  cancel_all();
  {
    std::unique_lock lock(mutex_);
    job_freed_.wait(lock, [&] { return unfreed_ == 0; });
    stopping_ = true;
  }
  job_ended_.notify_one();
  if (freeing_.joinable()) freeing_.join();
}

Result<JobId> LocalExecutor::submit(const JobSubmission& submission, OnEnd on_end) {
  ASSIGN_OR_RETURN(std::unique_ptr<LocalJob> made, make_local_job(submission, services_));
  const JobId id = new_job_id();
  made->notify_when_ended([this, id] { note_end(id); });
  auto running = std::make_unique<RunningJob>(std::move(made), *services_.environment.clock);
  // Started under the lock: a job that ends at once is not freed before its threads are all made.
  const std::lock_guard lock(mutex_);
  if (!freeing_.joinable()) {
    ASSIGN_OR_RETURN(freeing_, start_thread("ended jobs", [this] { free_ended_jobs(); }));
  }
  RETURN_IF_ERROR(running->driver.start());
  jobs_.emplace(id,
                std::make_shared<Job>(Job{.running = std::move(running), .on_end = std::move(on_end), .result = {}}));
  ++unfreed_;
  return id;
}

Status LocalExecutor::cancel(const JobId& id) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end()) return no_such_job(id);
  if (found->second->running != nullptr) found->second->running->job->cancel();
  return {};
}

Status LocalExecutor::wait(const JobId& id) {
  std::unique_lock lock(mutex_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end()) return no_such_job(id);
  const std::shared_ptr<const Job> job = found->second;
  job_freed_.wait(lock, [&] { return job->result.has_value(); });
  return *job->result;
}

void LocalExecutor::wait_for_all() {
  std::unique_lock lock(mutex_);
  job_freed_.wait(lock, [&] { return unfreed_ == 0; });
}

bool LocalExecutor::cancel_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, job] : jobs_) {
    if (job->running != nullptr) job->running->job->cancel();
  }
  return unfreed_ > 0;
}

void LocalExecutor::note_end(const JobId& id) {
  {
    const std::lock_guard lock(mutex_);
    ended_.push_back(id);
  }
  job_ended_.notify_one();
}

void LocalExecutor::free_ended_jobs() {
  std::unique_lock lock(mutex_);
  while (true) {
    job_ended_.wait(lock, [&] { return !ended_.empty() || stopping_; });
    if (ended_.empty()) return;
    const JobId id = ended_.front();
    ended_.pop_front();
    const std::shared_ptr<Job> job = jobs_.at(id);
    std::unique_ptr<RunningJob> running = std::move(job->running);
    const OnEnd on_end = std::exchange(job->on_end, nullptr);
    lock.unlock();
    Status result = free_job(id, std::move(running), on_end);
    lock.lock();
    keep_result(id, *job, std::move(result));
    job_freed_.notify_all();
  }
}

void LocalExecutor::keep_result(const JobId& id, Job& job, Status result) {
  job.result = std::move(result);
  --unfreed_;
  freed_.push_back(id);
  if (freed_.size() <= kEndedJobsKept) return;
  jobs_.erase(freed_.front());
  freed_.pop_front();
}

Status LocalExecutor::free_job(const JobId& id, std::unique_ptr<RunningJob> running, const OnEnd& on_end) {
  Status result = running->job->result();
  running.reset();
  if (on_end) on_end(id, result);
  return result;
}

}  // namespace eddyline::taskexecutor
