#pragma once

#include <vector>

#include "schemas/control_messages.hpp"
#include "sql/session/statement_result.hpp"

namespace eddyline::sql {

/// What SHOW JOBS prints, the newest job first: id, name, status and start time in UTC.
StaticTable jobs_table(std::vector<schemas::JobSummary> jobs);
/// What DESCRIBE JOB prints: the same of one job and, unlike Flink, why it failed if it did.
StaticTable job_description_table(const schemas::JobSummary& job);

}  // namespace eddyline::sql
