#include "taskexecutor/process/deployed_jobs.hpp"

#include <utility>

#include "common/config/cluster_options.hpp"
#include "common/config/whole_milliseconds.hpp"

namespace eddyline::taskexecutor {

using schemas::AttemptId;
using schemas::SubtaskId;
using schemas::SubtaskState;

namespace {

/// How a subtask that ended so is said to have ended.
SubtaskState end_state(const Status& result) {
  if (result.ok()) return SubtaskState::kFinished;
  return result.code() == ErrorCode::kCancelled ? SubtaskState::kCanceled : SubtaskState::kFailed;
}

/// Zero switches it off. The job manager has read it before.
std::optional<std::chrono::milliseconds> end_timeout_of(const Configuration& settings) {
  const Result<Duration> timeout = settings.get(cluster_options().cancellation_timeout);
  if (!timeout.ok() || timeout->count() == 0) return std::nullopt;
  return rounded_up_to_milliseconds(*timeout);
}

}  // namespace

DeployedJobs::Job* DeployedJobs::find(AttemptId attempt) {
  const auto found = jobs_.find(attempt);
  return found == jobs_.end() ? nullptr : &found->second;
}

bool DeployedJobs::contains(AttemptId attempt) const {
  const auto found = jobs_.find(attempt);
  return found != jobs_.end() && found->second.reported;
}

void DeployedJobs::report(const Job& job, schemas::ToJobManager message) const {
  if (job.reported) report_(std::move(message));
}

bool DeployedJobs::deploy(schemas::DeployJob deployment) {
  const AttemptId attempt = deployment.attempt;
  if (jobs_.contains(attempt)) return false;
  if (!closed_.ok()) {
    report_(schemas::JobDeployed{attempt, closed_});
    return true;
  }
  Job& job = jobs_[attempt];
  job.name = deployment.name;
  job.end_timeout = end_timeout_of(deployment.settings);
  surroundings_.make_job(std::make_shared<const schemas::DeployJob>(std::move(deployment)));
  return true;
}

bool DeployedJobs::on_made(AttemptId attempt, const Result<std::vector<MadeSubtask>>& made) {
  Job* job = find(attempt);
  if (job == nullptr || job->life != Life::kMaking) return false;
  const Status failure = made.ok() ? job->stop : made.status();
  report(*job, schemas::JobDeployed{attempt, failure});
  if (!made.ok()) {
    log_.warn("Could not deploy job " + job->name + ": " + failure.message());
    jobs_.erase(attempt);
    return false;
  }
  if (!failure.ok()) {
    free(attempt, *job);
    return false;
  }
  job->life = Life::kMade;
  for (const MadeSubtask& subtask : *made) job->subtasks[subtask.id].name = subtask.name;
  return true;
}

bool DeployedJobs::start(AttemptId attempt, Moment now) {
  Job* job = find(attempt);
  if (job == nullptr || !job->reported) return false;
  // It ends already, which is on its way to who asks.
  if (job->life == Life::kFreeing) return true;
  if (job->life != Life::kMade) return false;
  job->life = Life::kRunning;
  for (auto& [id, subtask] : job->subtasks) move(attempt, *job, id, subtask, SubtaskState::kInitializing, {}, now);
  surroundings_.run_job(attempt);
  return true;
}

void DeployedJobs::on_run(AttemptId attempt, const Status& result, Moment now) {
  Job* job = find(attempt);
  if (result.ok() || job == nullptr || job->life != Life::kRunning) return;
  end_all(attempt, *job, result, now);
}

bool DeployedJobs::cancel(AttemptId attempt, const Status& reason, Moment now) {
  Job* job = find(attempt);
  if (job != nullptr && job->reported) stop(attempt, *job, reason, now);
  return true;
}

void DeployedJobs::stop(AttemptId attempt, Job& job, const Status& reason, Moment now) {
  if (!job.stop.ok()) return;
  job.stop = reason;
  if (job.end_timeout) job.end_expected = now.steady + *job.end_timeout;
  if (job.life == Life::kMade) end_all(attempt, job, reason, now);
  if (job.life == Life::kRunning) surroundings_.stop_job(attempt, reason);
}

void DeployedJobs::close(const Status& cause, Moment now) {
  closed_ = cause;
  for (auto& [attempt, job] : jobs_) stop(attempt, job, cause, now);
}

void DeployedJobs::forget_job_manager(Moment now) {
  for (auto& [attempt, job] : jobs_) {
    job.reported = false;
    stop(attempt, job, cancelled("The task executor lost the job manager."), now);
  }
}

void DeployedJobs::on_subtask_running(AttemptId attempt, SubtaskId subtask, Moment now) {
  Job* job = find(attempt);
  if (job == nullptr) return;
  const auto found = job->subtasks.find(subtask);
  if (found != job->subtasks.end()) move(attempt, *job, subtask, found->second, SubtaskState::kRunning, {}, now);
}

void DeployedJobs::on_subtask_ended(AttemptId attempt, SubtaskId subtask, const Status& result, Moment now) {
  Job* job = find(attempt);
  if (job == nullptr || !job->subtasks.contains(subtask)) return;
  end_subtask(attempt, *job, subtask, result, now);
  if (job->subtasks.empty() && job->life == Life::kRunning) free(attempt, *job);
}

void DeployedJobs::end_subtask(AttemptId attempt, Job& job, SubtaskId id, const Status& result, Moment now) {
  auto node = job.subtasks.extract(id);
  const SubtaskState state = end_state(result);
  move(attempt, job, id, node.mapped(), state, state == SubtaskState::kFailed ? result : Status(), now);
}

void DeployedJobs::end_all(AttemptId attempt, Job& job, const Status& result, Moment now) {
  while (!job.subtasks.empty()) end_subtask(attempt, job, job.subtasks.begin()->first, result, now);
  free(attempt, job);
}

void DeployedJobs::move(AttemptId attempt, const Job& job, SubtaskId id, Subtask& subtask, SubtaskState to,
                        const Status& cause, Moment now) {
  std::string line = subtask.name + " switched from " + std::string(schemas::subtask_state_name(subtask.state)) + " to " +
                     std::string(schemas::subtask_state_name(to));
  subtask.state = to;
  if (cause.ok()) {
    log_.info(line + ".");
  } else {
    log_.warn(line + " with failure cause: " + cause.message());
  }
  report(job, schemas::SubtaskChanged{attempt, id, to, cause, now.wall});
}

void DeployedJobs::free(AttemptId attempt, Job& job) {
  job.life = Life::kFreeing;
  surroundings_.free_job(attempt);
}

void DeployedJobs::on_freed(AttemptId attempt) { jobs_.erase(attempt); }

Status DeployedJobs::check_ends(Moment now) const {
  for (const auto& [attempt, job] : jobs_) {
    if (!job.end_expected || now.steady < *job.end_expected) continue;
    const std::string what = job.subtasks.empty() ? "Job '" + job.name : "Task '" + job.subtasks.begin()->second.name;
    return Status(ErrorCode::kUnavailable, what + "' did not exit gracefully within task.cancellation.timeout (" +
                                               std::to_string(job.end_timeout->count()) + " ms).");
  }
  return {};
}

std::optional<std::chrono::milliseconds> DeployedJobs::next_deadline() const {
  std::optional<std::chrono::milliseconds> earliest;
  for (const auto& [attempt, job] : jobs_) {
    if (job.end_expected && (!earliest || *job.end_expected < *earliest)) earliest = job.end_expected;
  }
  return earliest;
}

}  // namespace eddyline::taskexecutor
