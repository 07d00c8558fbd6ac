#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sql/client/cluster/cluster_query_rows.hpp"
#include "tests/cluster/sql_files/sql_cluster.hpp"
#include "tests/sql/harness/job_run.hpp"

namespace eddyline::sql_tests {

/// Jobs on a cluster of processes, on the clock of the wall.
class ClusterRun final : public JobRun {
 public:
  /// Both are borrowed; `tables`: the session's, which know what queries read.
  ClusterRun(SqlCluster& cluster, ScriptTables& tables);
  /// Returns when nothing of the jobs runs any more.
  ~ClusterRun() override;

  Status start(sql::PlannedJob planned, const std::optional<RowType>& columns) override;
  void feed(const std::string& table, ScriptTables::Event event) override;
  Status settle() override;
  Status run_for_ms(int64_t milliseconds) override;
  Status run_to_end() override;
  Result<std::vector<Batch>> take_rows(size_t job) override;
  Status first_error() override;
  Status must_have_ended() override;

 private:
  struct Job {
    JobId id;
    /// Of a SELECT; null once it has no more to give.
    std::unique_ptr<sql::ClusterQueryRows> rows;
    std::vector<Batch> fetched;
  };

  /// Until each job's subtasks run, or it has ended.
  Status wait_until_running();
  /// Whether there were any.
  bool fetch_what_is_there();
  Status fetch_to_end(Job& job);
  Result<schemas::JobSummary> ended(const Job& job);

  SqlCluster& cluster_;
  ScriptTables& tables_;
  std::vector<Job> jobs_;
  /// Subtasks that had failed before, and have by now.
  uint64_t failed_before_ = 0;
  uint64_t failed_ = 0;
  /// What came in place of rows.
  Status fetch_error_;
};

}  // namespace eddyline::sql_tests
