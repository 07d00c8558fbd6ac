#include "common/clock/clock.hpp"

#include <gtest/gtest.h>

namespace eddyline {
namespace {

using std::chrono::nanoseconds;

TEST(MonotoneTime, FollowsTheWallClock) {
  MonotoneTime time;
  EXPECT_EQ(time.at(nanoseconds(1000), nanoseconds(10)), nanoseconds(1000));
  EXPECT_EQ(time.at(nanoseconds(1005), nanoseconds(15)), nanoseconds(1005));
  // Set forward.
  EXPECT_EQ(time.at(nanoseconds(9000), nanoseconds(20)), nanoseconds(9000));
}

TEST(MonotoneTime, GoesOnWhereTheWallClockIsSetBack) {
  MonotoneTime time;
  EXPECT_EQ(time.at(nanoseconds(9000), nanoseconds(20)), nanoseconds(9000));
  EXPECT_EQ(time.at(nanoseconds(1000), nanoseconds(21)), nanoseconds(9001));
  EXPECT_EQ(time.at(nanoseconds(1500), nanoseconds(521)), nanoseconds(9501));
  // The wall clock has caught up.
  EXPECT_EQ(time.at(nanoseconds(20000), nanoseconds(600)), nanoseconds(20000));
}

TEST(MonotoneTime, KnowsTimesBefore1970) {
  MonotoneTime time;
  EXPECT_EQ(time.at(nanoseconds(-5000), nanoseconds(100)), nanoseconds(-5000));
}

TEST(VirtualClock, OnlyMovesForward) {
  VirtualClock clock(ProcessingTime(5));
  clock.advance_to(ProcessingTime(7));
  EXPECT_EQ(clock.now(), ProcessingTime(7));
  EXPECT_DEATH(clock.advance_to(ProcessingTime(6)), "only moves forward: 6 < 7");
}

}  // namespace
}  // namespace eddyline
