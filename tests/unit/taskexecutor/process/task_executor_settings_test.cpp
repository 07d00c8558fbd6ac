#include "taskexecutor/process/task_executor_settings.hpp"

#include <gtest/gtest.h>

namespace eddyline::taskexecutor {
namespace {

using std::chrono::milliseconds;

TEST(TaskExecutorSettingsTest, ReadsWhatIsSet) {
  const Result<TaskExecutorSettings> settings = task_executor_settings(Configuration({
      {"jobmanager.rpc.address", "manager"},
      {"jobmanager.rpc.port", "7000"},
      {"taskmanager.host", "worker-1"},
      {"taskmanager.bind-host", "0.0.0.0"},
      {"taskmanager.data.port", "7001"},
      {"taskmanager.numberOfTaskSlots", "8"},
      {"taskmanager.memory.process.size", "1728m"},
      {"heartbeat.interval", "1 s"},
      {"heartbeat.timeout", "3 s"},
      {"cluster.registration.initial-timeout", "50 ms"},
      {"cluster.registration.max-timeout", "2 s"},
      {"taskmanager.registration.timeout", "1 min"},
  }));
  ASSERT_TRUE(settings.ok()) << settings.status().to_string();
  EXPECT_EQ(settings->job_manager, (NetworkAddress{"manager", 7000}));
  EXPECT_EQ(settings->data_address, (NetworkAddress{"0.0.0.0", 7001}));
  EXPECT_EQ(settings->external_host, "worker-1");
  EXPECT_EQ(settings->slots, 8U);
  EXPECT_EQ(settings->memory, Bytes(uint64_t{1728} << 20));
  EXPECT_EQ(settings->heartbeat_interval, milliseconds(1'000));
  EXPECT_EQ(settings->heartbeat_timeout, milliseconds(3'000));
  EXPECT_EQ(settings->registration_initial_timeout, milliseconds(50));
  EXPECT_EQ(settings->registration_max_timeout, milliseconds(2'000));
  EXPECT_EQ(settings->registration_timeout, milliseconds(60'000));
}

TEST(TaskExecutorSettingsTest, ListensWhereItIsReached) {
  const TaskExecutorSettings settings = task_executor_settings(Configuration(Configuration::Entries{{"taskmanager.host", "localhost"}})).value();
  EXPECT_EQ(settings.data_address, (NetworkAddress{"localhost", 0}));
  EXPECT_EQ(settings.memory, std::nullopt);
}

TEST(TaskExecutorSettingsTest, KeepsWhatHoldsForEveryJob) {
  const TaskExecutorSettings settings =
      task_executor_settings(Configuration({{"taskmanager.memory.network.max", "64 mb"}, {"parallelism.default", "4"}})).value();
  EXPECT_EQ(settings.own_entries.entries(), (Configuration::Entries{{"taskmanager.memory.network.max", "64 mb"}}));
}

TEST(TaskExecutorSettingsTest, RefusesAHeartbeatThatIsLateBeforeItIsSent) {
  const Status refused =
      task_executor_settings(Configuration({{"heartbeat.interval", "5 s"}, {"heartbeat.timeout", "5 s"}})).status();
  EXPECT_EQ(refused.message(), "heartbeat.timeout (5 s) must be longer than heartbeat.interval (5 s).");
}

}  // namespace
}  // namespace eddyline::taskexecutor
