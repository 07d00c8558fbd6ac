#include "programs/local/local_job_list.hpp"

#include "schemas/missing_job.hpp"

namespace eddyline::programs {
namespace {

schemas::JobState end_state(const Status& result) {
  if (result.ok()) return schemas::JobState::kFinished;
  return result.code() == ErrorCode::kCancelled ? schemas::JobState::kCanceled : schemas::JobState::kFailed;
}

}  // namespace

void LocalJobList::note_start(const JobId& id, const std::string& name) {
  const std::lock_guard lock(mutex_);
  schemas::JobSummary& job = jobs_[id];
  job.name = name;
  job.start_time = clock_.now();
  if (is_terminal(job.state)) return;
  job.job = id;
  job.state = schemas::JobState::kRunning;
  job.state_time = job.start_time;
}

void LocalJobList::note_cancel(const JobId& id) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end() || is_terminal(found->second.state)) return;
  found->second.state = schemas::JobState::kCancelling;
  found->second.state_time = clock_.now();
}

void LocalJobList::note_end(const JobId& id, const Status& result) {
  const std::lock_guard lock(mutex_);
  schemas::JobSummary& job = jobs_[id];
  job.job = id;
  job.state = end_state(result);
  if (job.state == schemas::JobState::kFailed) job.cause = result;
  job.state_time = clock_.now();
  ended_.push_back(id);
  if (ended_.size() <= kEndedJobsKept) return;
  jobs_.erase(ended_.front());
  ended_.pop_front();
}

std::vector<schemas::JobSummary> LocalJobList::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<schemas::JobSummary> jobs;
  for (const auto& [id, job] : jobs_) jobs.push_back(job);
  return jobs;
}

Result<schemas::JobSummary> LocalJobList::find(const JobId& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end()) return schemas::no_such_job(id);
  return found->second;
}

}  // namespace eddyline::programs
