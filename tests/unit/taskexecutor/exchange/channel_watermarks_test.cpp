#include "taskexecutor/exchange/channel_watermarks.hpp"

#include <gtest/gtest.h>

namespace eddyline::taskexecutor {
namespace {

constexpr WatermarkStatus kIdle = WatermarkStatus::kIdle;
constexpr WatermarkStatus kActive = WatermarkStatus::kActive;

WatermarkChange watermark(int64_t time) {
  return {.watermark = EventTime(time), .status = {}};
}
WatermarkChange nothing() {
  return {};
}

TEST(ChannelWatermarks, OneChannelPassesIncreasesOnly) {
  ChannelWatermarks combined(1);
  EXPECT_EQ(combined.on_watermark(0, EventTime(5)), watermark(5));
  EXPECT_EQ(combined.on_watermark(0, EventTime(5)), nothing());
  EXPECT_EQ(combined.on_watermark(0, EventTime(4)), nothing());
  EXPECT_EQ(combined.on_watermark(0, kMaxWatermark), watermark(kMaxWatermark.value()));
}

TEST(ChannelWatermarks, MinimumOverChannels) {
  ChannelWatermarks combined(3);
  EXPECT_EQ(combined.on_watermark(0, EventTime(10)), nothing());
  EXPECT_EQ(combined.on_watermark(1, EventTime(7)), nothing());
  EXPECT_EQ(combined.on_watermark(2, EventTime(9)), watermark(7));
  EXPECT_EQ(combined.on_watermark(1, EventTime(20)), watermark(9));
  EXPECT_EQ(combined.on_watermark(2, EventTime(30)), watermark(10));
}

TEST(ChannelWatermarks, IdleChannelHoldsNothingBack) {
  ChannelWatermarks combined(2);
  EXPECT_EQ(combined.on_watermark(0, EventTime(10)), nothing());
  // A channel that never had a watermark goes idle: the minimum is over the rest.
  EXPECT_EQ(combined.on_status(1, kIdle), watermark(10));
  EXPECT_EQ(combined.on_watermark(0, EventTime(12)), watermark(12));
  // What an idle channel says is not listened to.
  EXPECT_EQ(combined.on_watermark(1, EventTime(50)), nothing());
}

TEST(ChannelWatermarks, ReturningChannelCatchesUpFirst) {
  ChannelWatermarks combined(2);
  combined.on_watermark(0, EventTime(10));
  combined.on_status(1, kIdle);
  EXPECT_EQ(combined.on_status(1, kActive), nothing());
  // Behind what was sent: channel 0 still advances alone.
  EXPECT_EQ(combined.on_watermark(1, EventTime(5)), nothing());
  EXPECT_EQ(combined.on_watermark(0, EventTime(15)), watermark(15));
  // Caught up: from here on both count.
  EXPECT_EQ(combined.on_watermark(1, EventTime(16)), nothing());
  EXPECT_EQ(combined.on_watermark(0, EventTime(20)), watermark(16));
}

TEST(ChannelWatermarks, LastChannelToGoIdleSendsWhatOthersReached) {
  ChannelWatermarks combined(2);
  combined.on_watermark(0, EventTime(30));
  EXPECT_EQ(combined.on_watermark(1, EventTime(10)), watermark(10));
  EXPECT_EQ(combined.on_status(0, kIdle), nothing());
  EXPECT_EQ(combined.on_status(1, kIdle), (WatermarkChange{.watermark = EventTime(30), .status = kIdle}));
  EXPECT_EQ(combined.on_status(1, kIdle), nothing());
  EXPECT_EQ(combined.on_status(0, kActive), (WatermarkChange{.watermark = {}, .status = kActive}));
  EXPECT_EQ(combined.on_status(1, kActive), nothing());
}

TEST(ChannelWatermarks, GoingIdleAheadOfTheSlowestChangesNothing) {
  ChannelWatermarks combined(2);
  combined.on_watermark(0, EventTime(30));
  combined.on_watermark(1, EventTime(10));
  EXPECT_EQ(combined.on_status(0, kIdle), nothing());
  EXPECT_EQ(combined.on_watermark(1, EventTime(11)), watermark(11));
}

}  // namespace
}  // namespace eddyline::taskexecutor
