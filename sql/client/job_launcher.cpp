#include "sql/client/job_launcher.hpp"

namespace eddyline::sql {

Status check_cancelled(const schemas::JobSummary& ended) {
  if (ended.state == schemas::JobState::kCanceled) return Status();
  return validation_error("Flink job (" + ended.job.to_string() + ") was not canceled, but instead " +
                          std::string(schemas::job_state_name(ended.state)) + ".");
}

}  // namespace eddyline::sql
