#include "jobmanager/job_master/job_status.hpp"

#include "common/base/check.hpp"

namespace eddyline::jobmanager {

using schemas::JobState;

JobStatus::JobStatus(JobId id, std::string name, const Logger& log, Moment now) : log_(log.named("ExecutionGraph")) {
  summary_.job = id;
  summary_.name = std::move(name);
  summary_.start_time = now.wall;
  enter(JobState::kInitializing, now);
  enter(JobState::kCreated, now);
}

void JobStatus::enter(JobState state, Moment now) {
  summary_.state = state;
  summary_.state_time = now.wall;
  timestamps_[static_cast<size_t>(state)] = now.wall;
}

void JobStatus::switch_to(JobState to, Moment now) {
  const JobState from = summary_.state;
  CHECK(!schemas::is_terminal(from)) << "the job has ended";
  enter(to, now);
  std::string line = "Job " + summary_.name + " (" + summary_.job.to_string() + ") switched from state ";
  line.append(schemas::job_state_name(from)).append(" to ").append(schemas::job_state_name(to)).append(".");
  if (to == JobState::kFailing || to == JobState::kFailed) line.append(" ").append(summary_.cause.message());
  log_.info(line);
}

void JobStatus::switch_to_failing(Status cause, Moment now) {
  summary_.cause = std::move(cause);
  switch_to(JobState::kFailing, now);
}

}  // namespace eddyline::jobmanager
