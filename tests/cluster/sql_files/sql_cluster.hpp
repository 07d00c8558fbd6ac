#pragma once

#include <memory>
#include <string>

#include "sql/client/cluster/cluster_client.hpp"
#include "tests/cluster/harness/test_cluster.hpp"
#include "tests/cluster/sql_files/executor_feeds.hpp"

namespace eddyline::sql_tests {

/// A job manager and task executors with script tables, all of them real processes, and a client of theirs.
class SqlCluster {
 public:
  /// Starts them. CHECKs that it works.
  explicit SqlCluster(size_t executors);

  ExecutorFeeds& feeds() { return feeds_; }
  sql::ClusterClient& client() { return client_; }

  /// What all processes have logged so far, in lines.
  size_t log_lines() const { return cluster_.logs().lines().size(); }
  /// And since then.
  std::string log_since(size_t line) const;

 private:
  ExecutorFeeds feeds_;
  tests::TestCluster cluster_;
  sql::Interruption interruption_;
  sql::ClusterClient client_;
};

}  // namespace eddyline::sql_tests
