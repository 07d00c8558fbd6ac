#include "taskexecutor/exchange/input_watermarks.hpp"

#include <gtest/gtest.h>

namespace eddyline::taskexecutor {
namespace {

constexpr WatermarkStatus kIdle = WatermarkStatus::kIdle;
constexpr WatermarkStatus kActive = WatermarkStatus::kActive;

TEST(InputWatermarks, MinimumOverInputsThatAreNotIdle) {
  InputWatermarks combined(2);
  EXPECT_EQ(combined.on_watermark(0, EventTime(10)), WatermarkChange());
  EXPECT_EQ(combined.on_watermark(1, EventTime(4)).watermark, EventTime(4));
  EXPECT_EQ(combined.on_status(1, kIdle), (WatermarkChange{.watermark = EventTime(10), .status = {}}));
  EXPECT_EQ(combined.on_watermark(0, EventTime(12)).watermark, EventTime(12));
  // Back, but behind: nothing is taken back, and nothing sent until it has caught up.
  EXPECT_EQ(combined.on_status(1, kActive), WatermarkChange());
  EXPECT_EQ(combined.on_watermark(0, EventTime(20)), WatermarkChange());
  EXPECT_EQ(combined.on_watermark(1, EventTime(13)).watermark, EventTime(13));
}

TEST(InputWatermarks, IdleWhenAllAre) {
  InputWatermarks combined(2);
  EXPECT_EQ(combined.on_status(0, kIdle), WatermarkChange());
  EXPECT_EQ(combined.on_status(1, kIdle), (WatermarkChange{.watermark = {}, .status = kIdle}));
  EXPECT_EQ(combined.on_status(0, kActive), (WatermarkChange{.watermark = {}, .status = kActive}));
}

}  // namespace
}  // namespace eddyline::taskexecutor
