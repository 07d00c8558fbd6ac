#include "common/config/session_configuration.hpp"

#include <gtest/gtest.h>

#include "common/config/engine_options.hpp"
#include "common/config/execution_options.hpp"

namespace eddyline {
namespace {

class SessionConfigurationTest : public testing::Test {
 protected:
  SessionConfiguration session_{Configuration(Configuration::Entries{{"parallelism.default", "4"}, {"my.token", "x"}}),
                                engine_option_catalog()};
};

TEST_F(SessionConfigurationTest, SetWinsOverTheFileAndResetGoesBackToIt) {
  ASSERT_TRUE(session_.set("parallelism.default", "2").ok());
  EXPECT_EQ(session_.effective().get(execution_options().default_parallelism).value(), 2);
  session_.reset("parallelism.default");
  EXPECT_EQ(session_.effective().get(execution_options().default_parallelism).value(), 4);
}

TEST_F(SessionConfigurationTest, ResetRemovesWhatTheFileDoesNotHave) {
  ASSERT_TRUE(session_.set("pipeline.name", "mine").ok());
  session_.reset("pipeline.name");
  EXPECT_EQ(session_.effective().raw("pipeline.name"), nullptr);
  session_.reset("never.set");
}

TEST_F(SessionConfigurationTest, ResetOfAllGoesBackForEveryKey) {
  ASSERT_TRUE(session_.set("pipeline.name", "mine").ok());
  ASSERT_TRUE(session_.set("parallelism.default", "2").ok());
  session_.reset();
  EXPECT_EQ(session_.effective().raw("pipeline.name"), nullptr);
  EXPECT_EQ(*session_.effective().raw("parallelism.default"), "4");
}

TEST_F(SessionConfigurationTest, UnknownKeysAreAccepted) {
  ASSERT_TRUE(session_.set("my.own.key", "whatever").ok());
  EXPECT_EQ(*session_.effective().raw("my.own.key"), "whatever");
}

TEST_F(SessionConfigurationTest, AValueTheOptionRefusesChangesNothing) {
  const Status status = session_.set("parallelism.default", "many");
  EXPECT_EQ(status.code(), ErrorCode::kConfigurationError);
  EXPECT_EQ(status.message(),
            "Failed to set key parallelism.default with value many. Could not parse value 'many' for key "
            "'parallelism.default'. Expected an integer, 1 to 32768.");
  EXPECT_EQ(*session_.effective().raw("parallelism.default"), "4");
}

TEST_F(SessionConfigurationTest, AValueThatDoesNotWorkYetIsRefusedByName) {
  const std::vector<std::array<std::string, 3>> refused{
      {"execution.runtime-mode", "batch", "execution.runtime-mode other than STREAMING"},
      {"state.backend", "rocksdb", "state.backend other than hashmap"},
      {"table.exec.mini-batch.size", "5000", "table.exec.mini-batch.size other than -1"},
      {"table.exec.mini-batch.allow-latency", "5 s", "table.exec.mini-batch.allow-latency other than 0 ms"},
      {"table.exec.sink.type-length-enforcer", "ERROR", "table.exec.sink.type-length-enforcer other than IGNORE"},
      {"execution.checkpointing.interval", "10s", "execution.checkpointing.interval (no checkpoints are made)"},
      {"execution.checkpointing.unaligned.enabled", "true",
       "execution.checkpointing.unaligned.enabled (no checkpoints are made)"},
      {"execution.state-recovery.path", "/tmp/s", "execution.state-recovery.path (no checkpoints are made)"},
      {"state.checkpoints.dir", "/tmp/s", "state.checkpoints.dir (no checkpoints are made)"},
      {"state.checkpoint-storage", "filesystem", "state.checkpoint-storage (no checkpoints are made)"},
      {"state.backend.incremental", "true", "state.backend.incremental (no checkpoints are made)"},
      {"execution.savepoint.path", "/tmp/s", "execution.savepoint.path (no checkpoints are made)"},
      {"restart-strategy", "none", "restart-strategy (a failed job is not started again)"},
      {"restart-strategy.type", "fixed-delay", "restart-strategy.type (a failed job is not started again)"}};
  for (const auto& [key, value, construct] : refused) {
    const Status status = session_.set(key, value);
    ASSERT_FALSE(status.ok()) << key;
    EXPECT_EQ(status.code(), ErrorCode::kNotSupported);
    EXPECT_EQ(status.message(), "not supported yet: " + construct);
    EXPECT_EQ(session_.effective().raw(key), nullptr);
  }
  EXPECT_TRUE(session_.set("execution.runtime-mode", "streaming").ok());
  EXPECT_TRUE(session_.set("table.exec.mini-batch.enabled", "false").ok());
}

TEST_F(SessionConfigurationTest, WhatAStartingProcessReadsIsNoSettingOfASession) {
  const Status status = session_.set("taskmanager.memory.segment-size", "64 kb");
  EXPECT_EQ(status.code(), ErrorCode::kConfigurationError);
  EXPECT_EQ(status.message(),
            "Failed to set key taskmanager.memory.segment-size with value 64 kb. It is read when the process starts: "
            "give it with -D.");
  EXPECT_TRUE(engine_option_catalog().check("taskmanager.memory.segment-size", "64 kb").ok());
}

TEST(OptionCatalogTest, AFileMayHoldWhatHasNoEffectButNotSilently) {
  const Configuration file(Configuration::Entries{{"execution.checkpointing.interval", "10s"}, {"parallelism.default", "2"}});
  EXPECT_EQ(engine_option_catalog().warnings(file),
            std::vector<std::string>{"'execution.checkpointing.interval' is not supported yet and ignored: no checkpoints are made"});
  EXPECT_TRUE(engine_option_catalog().check_supported(file).ok());
  const Configuration batch(Configuration::Entries{{"execution.runtime-mode", "BATCH"}});
  EXPECT_EQ(engine_option_catalog().check_supported(batch).code(), ErrorCode::kNotSupported);
}

TEST_F(SessionConfigurationTest, WarnsOfKeysThatNoOptionHas) {
  const std::vector<std::pair<std::string, std::optional<std::string>>> warnings{
      {"pipeline.name", std::nullopt},
      {"pipeline.names", "'pipeline.names' is no known option and has no effect. Did you mean 'pipeline.name'?"},
      {"parallelism", "'parallelism' is no known option and has no effect"},
      {"table.optimizer.reuse-source-enabled",
       "'table.optimizer.reuse-source-enabled' is an option of Flink that is not supported yet and has no effect"},
      {"taskmanager.network.memory.fraction",
       "'taskmanager.network.memory.fraction' is an option of Flink that is not supported yet and has no effect"},
      {"taskmanager.memory.segment-sizes",
       "'taskmanager.memory.segment-sizes' is no known option and has no effect. Did you mean "
       "'taskmanager.memory.segment-size'?"},
      {std::string(100000, 'x'), "'" + std::string(100000, 'x') + "' is no known option and has no effect"}};
  for (const auto& [key, warning] : warnings) EXPECT_EQ(session_.warning(key), warning) << key.substr(0, 50);
}

TEST_F(SessionConfigurationTest, DisplayIsSortedAndMasksSecrets) {
  ASSERT_TRUE(session_.set("a.key", "1").ok());
  const std::vector<std::pair<std::string, std::string>> expected{
      {"a.key", "1"}, {"my.token", "******"}, {"parallelism.default", "4"}};
  EXPECT_EQ(session_.displayed(), expected);
}

}  // namespace
}  // namespace eddyline
