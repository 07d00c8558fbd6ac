#pragma once

#include "common/base/job_id.hpp"
#include "common/base/status.hpp"

namespace eddyline::schemas {

/// What is said of the id of a job that is not known, or no more.
inline Status no_such_job(const JobId& job) {
  return not_found("Could not find Flink job (" + job.to_string() + ")");
}

/// The same of DESCRIBE JOB.
inline Status no_such_described_job(const JobId& job) {
  return not_found("Described job " + job.to_string() + " does not exist in the cluster.");
}

}  // namespace eddyline::schemas
