#include "sql/client/job_launcher.hpp"

namespace eddyline::sql {

Status job_result(const schemas::JobSummary& ended) {
  if (ended.state == schemas::JobState::kFinished) return Status();
  // A cancelled job is nothing that this client's user wanted to end.
  if (!ended.cause.ok() && ended.cause.code() != ErrorCode::kCancelled) return ended.cause;
  return Status(ErrorCode::kUnavailable, "Job " + ended.job.to_string() + " has ended as " +
                                             std::string(schemas::job_state_name(ended.state)) + ".");
}

Status check_cancelled(const schemas::JobSummary& ended) {
  if (ended.state == schemas::JobState::kCanceled) return Status();
  return validation_error("Flink job (" + ended.job.to_string() + ") was not canceled, but instead " +
                          std::string(schemas::job_state_name(ended.state)) + ".");
}

}  // namespace eddyline::sql
