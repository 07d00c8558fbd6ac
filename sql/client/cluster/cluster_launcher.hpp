#pragma once

#include "sql/client/cluster/cluster_client.hpp"
#include "sql/client/job_launcher.hpp"

namespace eddyline::sql {

/// Runs jobs on a cluster, which gets their plans and settings.
///
/// Thread   one.
class ClusterLauncher final : public JobLauncher {
 public:
  /// Both are borrowed. `settings`: the session's as they are when a statement runs, for client.timeout.
  ClusterLauncher(ClusterClient& client, const Configuration& settings) : client_(client), settings_(settings) {}

  Result<SubmittedJob> submit(PlannedJob job) override;
  Status wait(const JobId& id) override;
  Result<StartedQuery> query(QueryJob job) override;
  Result<std::vector<schemas::JobSummary>> list() override;
  Result<schemas::JobSummary> describe(const JobId& id) override;
  Status cancel(const JobId& id) override;

 private:
  Result<ClusterClient::Milliseconds> timeout() const;
  Result<SubmittedJob> send(PlannedJob job, bool collects);

  ClusterClient& client_;
  const Configuration& settings_;
};

}  // namespace eddyline::sql
