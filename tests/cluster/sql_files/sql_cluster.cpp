#include "tests/cluster/sql_files/sql_cluster.hpp"

#include <vector>

#include "common/base/check.hpp"

namespace eddyline::sql_tests {
namespace {

/// For some jobs of a block at the parallelism of the tests.
constexpr uint32_t kSlots = 8;

tests::TestCluster::Parts cluster_parts(size_t executors, uint16_t feed_port) {
  return {.executors = executors,
          .slots = kSlots,
          .configuration = "",
          .programs = EDDYLINE_SCRIPT_PROGRAMS,
          .environment = {{kFeedPortVariable, std::to_string(feed_port)}}};
}

sql::ClusterClientSettings client_settings(const tests::TestCluster& cluster) {
  const Configuration configuration({{"jobmanager.rpc.address", "localhost"},
                                     {"jobmanager.rpc.port", std::to_string(cluster.rpc_port())}});
  return sql::ClusterClientSettings::from(configuration).value();
}

}  // namespace

SqlCluster::SqlCluster(size_t executors)
    : cluster_(cluster_parts(executors, feeds_.port())),
      client_(Network::start().value(), client_settings(cluster_), interruption_) {
  cluster_.start();
  feeds_.wait_for_executors(executors);
}

std::string SqlCluster::log_since(size_t line) const {
  const std::vector<tests::TimedLine> lines = cluster_.logs().lines();
  std::string text;
  for (size_t index = line; index < lines.size(); ++index) text += lines[index].file + ": " + lines[index].text + "\n";
  return text;
}

}  // namespace eddyline::sql_tests
