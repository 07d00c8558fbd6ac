#pragma once

#include "common/json/json_value.hpp"
#include "jobmanager/job_master/job_view.hpp"

namespace eddyline::jobmanager {

// A job as Flink's REST interface writes it; times are milliseconds since 1970, -1 for what has not happened.

/// An element of /jobs.
JsonValue::Object job_id_json(const JobView& job);
/// An element of /jobs/overview.
JsonValue::Object job_overview_json(const JobView& job, ProcessingTime now);
/// /jobs/:jobid.
JsonValue::Object job_details_json(const JobView& job, ProcessingTime now);

}  // namespace eddyline::jobmanager
