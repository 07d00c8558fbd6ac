#include "tests/cluster/sql_files/cluster_engine.hpp"

#include "tests/cluster/sql_files/cluster_run.hpp"

namespace eddyline::sql_tests {
namespace {

/// Without a clock watermarks come with the rows that make them, so that what comes of rows does not depend on how fast all is.
Configuration without_periodic_watermarks(Configuration settings) {
  settings.set("pipeline.auto-watermark-interval", "0 ms");
  return settings;
}

}  // namespace

ClusterEngine::ClusterEngine(SqlCluster& cluster, uint32_t parallelism)
    : SqlEngine(without_periodic_watermarks(session_settings(parallelism))), cluster_(cluster) {}

std::unique_ptr<JobRun> ClusterEngine::begin() {
  return std::make_unique<ClusterRun>(cluster_, tables());
}

}  // namespace eddyline::sql_tests
