#include "sql/physical/planner_settings.hpp"

#include <gtest/gtest.h>

namespace eddyline::sql {
namespace {

Result<PlannerSettings> settings(Configuration::Entries entries) {
  return PlannerSettings::from(Configuration(std::move(entries)));
}

TEST(PlannerSettingsTest, ReadsWhatPlansDependOn) {
  const auto read = settings({{"table.exec.source.idle-timeout", "2 s"},
                              {"table.exec.interval-join.min-cleanup-interval", "5 min"},
                              {"table.exec.sink.not-null-enforcer", "DROP"},
                              {"pipeline.max-parallelism", "16"},
                              {"pipeline.operator-chaining.enabled", "false"}});
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_EQ(read->source_idle_timeout, std::chrono::seconds(2));
  EXPECT_EQ(read->interval_join_min_cleanup_interval, std::chrono::minutes(5));
  EXPECT_EQ(read->not_null_enforcer, NotNullEnforcer::kDrop);
  EXPECT_EQ(read->job_graph.max_parallelism, MaxParallelism(16));
  EXPECT_FALSE(read->job_graph.chaining);
}

TEST(PlannerSettingsTest, TheTablesParallelismWinsOverTheJobs) {
  EXPECT_EQ(settings({{"parallelism.default", "3"}})->job_graph.default_parallelism, Parallelism(3));
  EXPECT_EQ(settings({{"parallelism.default", "3"}, {"table.exec.resource.default-parallelism", "2"}})
                ->job_graph.default_parallelism,
            Parallelism(2));
}

TEST(PlannerSettingsTest, RefusesModesThatCannotRun) {
  for (const auto& [key, value] : std::map<std::string, std::string>{{"execution.runtime-mode", "BATCH"}, {"state.backend.type", "rocksdb"},
                                                                     {"table.exec.mini-batch.enabled", "true"}}) {
    const auto read = settings({{key, value}});
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.status().code(), ErrorCode::kNotSupported) << key;
  }
}

}  // namespace
}  // namespace eddyline::sql
