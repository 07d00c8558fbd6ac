#pragma once

#include "tests/cluster/sql_files/sql_cluster.hpp"
#include "tests/sql/harness/sql_engine.hpp"

namespace eddyline::sql_tests {

/// A session whose jobs run on a cluster of processes.
class ClusterEngine final : public SqlEngine {
 public:
  /// The cluster is borrowed, and may have had other sessions.
  ClusterEngine(SqlCluster& cluster, uint32_t parallelism);

  std::unique_ptr<JobRun> begin() override;
  /// What a client has not fetched by then goes with the job.
  bool keeps_rows_of_failed_jobs() const override { return false; }

 private:
  SqlCluster& cluster_;
};

}  // namespace eddyline::sql_tests
