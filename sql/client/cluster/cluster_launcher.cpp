#include "sql/client/cluster/cluster_launcher.hpp"

#include "common/config/cluster_options.hpp"
#include "common/config/whole_milliseconds.hpp"
#include "plan/json/plan_json.hpp"
#include "sql/client/cluster/cluster_query_rows.hpp"

namespace eddyline::sql {
Result<ClusterClient::Milliseconds> ClusterLauncher::timeout() const {
  ASSIGN_OR_RETURN(const Duration timeout, settings_.get(cluster_options().client_timeout));
  return rounded_up_to_milliseconds(timeout);
}

Result<SubmittedJob> ClusterLauncher::send(PlannedJob job, bool collects) {
  ASSIGN_OR_RETURN(const auto limit, timeout());
  ASSIGN_OR_RETURN(const schemas::JobSubmitted submitted,
                   client_.submit({{}, std::move(job.name), plan::write_plan(job.plan), std::move(job.settings), collects}, limit));
  return SubmittedJob{submitted.job, submitted.slots_wanted, submitted.slots_free};
}

Result<SubmittedJob> ClusterLauncher::submit(PlannedJob job) {
  auto submitted = send(std::move(job), /*collects=*/false);
  if (submitted.ok() || submitted.status().code() != ErrorCode::kCancelled) return submitted;
  return Status(ErrorCode::kUnavailable, "The submission was interrupted: SHOW JOBS tells whether the job runs.");
}

Status ClusterLauncher::wait(const JobId& id) {
  const auto ended = client_.await(id, std::nullopt);
  if (!ended.ok()) {
    if (ended.status().code() != ErrorCode::kCancelled) return ended.status();
    return cancelled("The wait for job " + id.to_string() + " was interrupted: the job goes on.");
  }
  return job_result(*ended);
}

Result<StartedQuery> ClusterLauncher::query(QueryJob job) {
  std::vector<PhysicalType> types = physical_types(job.columns);
  ASSIGN_OR_RETURN(const auto limit, timeout());
  ASSIGN_OR_RETURN(const SubmittedJob submitted, send(std::move(job.job), /*collects=*/true));
  return StartedQuery{submitted, std::make_unique<ClusterQueryRows>(client_, submitted.id, std::move(types), limit)};
}

Result<std::vector<schemas::JobSummary>> ClusterLauncher::list() {
  ASSIGN_OR_RETURN(const auto limit, timeout());
  return client_.list(limit);
}

Result<schemas::JobSummary> ClusterLauncher::describe(const JobId& id) {
  ASSIGN_OR_RETURN(const auto limit, timeout());
  return client_.describe(id, limit);
}

Status ClusterLauncher::cancel(const JobId& id) {
  ASSIGN_OR_RETURN(const auto limit, timeout());
  RETURN_IF_ERROR(client_.cancel(id, limit));
  ASSIGN_OR_RETURN(const schemas::JobSummary ended, client_.await(id, limit));
  return check_cancelled(ended);
}

}  // namespace eddyline::sql
