#include "taskexecutor/job/job_translation.hpp"

#include <gtest/gtest.h>

namespace eddyline::taskexecutor {
namespace {

TEST(ApplySettings, CreditComesFromTheSegmentsAndTheMemoryOfTheNetwork) {
  JobEnvironment environment;
  const Configuration settings(
      {{"taskmanager.memory.segment-size", "16 kb"}, {"taskmanager.memory.network.max", "3 mb"}});
  ASSERT_TRUE(apply_settings(settings, environment).ok());
  EXPECT_EQ(environment.channel_limits.own_bytes, Bytes(128 << 10));
  EXPECT_EQ(environment.channel_limits.remote_bytes, Bytes(2 << 20));
  EXPECT_EQ(environment.channel_limits.shared_bytes, Bytes(512 << 10));
  EXPECT_EQ(environment.exchange_memory, Bytes(3 << 20));
}

TEST(ApplySettings, WithoutSettingsTheDefaultsHold) {
  JobEnvironment environment;
  ASSERT_TRUE(apply_settings(Configuration(), environment).ok());
  EXPECT_EQ(environment.channel_limits.own_bytes, ChannelLimits{}.own_bytes);
  EXPECT_EQ(environment.channel_limits.remote_bytes, ChannelLimits{}.remote_bytes);
  EXPECT_EQ(environment.channel_limits.shared_bytes, ChannelLimits{}.shared_bytes);
  EXPECT_EQ(environment.exchange_memory, JobEnvironment{}.exchange_memory);
}

}  // namespace
}  // namespace eddyline::taskexecutor
