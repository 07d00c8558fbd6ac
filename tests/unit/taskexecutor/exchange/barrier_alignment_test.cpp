#include "taskexecutor/exchange/barrier_alignment.hpp"

#include <gtest/gtest.h>

namespace eddyline::taskexecutor {
namespace {

CheckpointBarrier barrier(int64_t id) {
  return {CheckpointId(id)};
}

TEST(BarrierAlignment, WaitsForAllChannels) {
  BarrierAlignment alignment(3);
  EXPECT_FALSE(alignment.on_barrier(0, barrier(1)).has_value());
  EXPECT_TRUE(alignment.blocked(0));
  EXPECT_FALSE(alignment.blocked(1));
  EXPECT_FALSE(alignment.on_barrier(2, barrier(1)).has_value());
  EXPECT_EQ(alignment.on_barrier(1, barrier(1)), barrier(1));
  EXPECT_FALSE(alignment.blocked(0));
}

TEST(BarrierAlignment, EndedChannelsAreNotWaitedFor) {
  BarrierAlignment alignment(2);
  EXPECT_FALSE(alignment.on_barrier(0, barrier(1)).has_value());
  EXPECT_EQ(alignment.on_end(1), barrier(1));
  EXPECT_EQ(alignment.on_barrier(0, barrier(2)), barrier(2));
  EXPECT_FALSE(alignment.on_end(0).has_value());
}

TEST(BarrierAlignment, NewerBarrierGivesUpTheOlder) {
  BarrierAlignment alignment(2);
  EXPECT_FALSE(alignment.on_barrier(0, barrier(1)).has_value());
  EXPECT_FALSE(alignment.on_barrier(1, barrier(2)).has_value());
  EXPECT_FALSE(alignment.blocked(0));
  EXPECT_TRUE(alignment.blocked(1));
  EXPECT_EQ(alignment.on_barrier(0, barrier(2)), barrier(2));
}

}  // namespace
}  // namespace eddyline::taskexecutor
