#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/cluster/early_fire/printed_rows.hpp"
#include "tests/cluster/harness/test_cluster.hpp"

namespace eddyline::tests {

/// Steps 1, 6, 7 and 8 of the early-fire acceptance script on a real cluster, typed into one session of the SQL client.
class EarlyFireRun {
 public:
  /// Starts a cluster of so many task executors, the client with the script's DDL, and all its jobs at that parallelism.
  EarlyFireRun(size_t executors, uint32_t parallelism);

  /// Until the windows of the first orders have closed, about 65 seconds after the start; then what was printed till then.
  void collect();
  const PrintedRows& rows() const { return rows_; }
  /// Lists all jobs, stops them one by one, and lists them again.
  void stop_jobs();
  /// What the session showed of that.
  struct End {
    std::string listed_before;
    std::vector<std::string> stopped;
    std::string listed_after;
  };
  const End& end() const { return end_; }
  /// What the session has shown.
  std::string session_output() const { return session_->output(); }

  const std::vector<std::string>& job_ids() const { return job_ids_; }
  TestCluster& cluster() { return cluster_; }

 private:
  /// Types a statement; what the session showed until its next prompt.
  std::string execute(const std::string& statement);
  void submit(const std::string& example);

  TestCluster cluster_;
  std::unique_ptr<ChildProcess> session_;
  size_t shown_ = 0;
  std::vector<std::string> job_ids_;
  PrintedRows rows_;
  End end_;
};

}  // namespace eddyline::tests
