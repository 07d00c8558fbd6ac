#include "taskexecutor/exchange/channel_watermarks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/base/random.hpp"

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

/// The same by a look at every channel.
class PlainMinimum {
 public:
  explicit PlainMinimum(size_t channels) : channels_(channels) {}

  WatermarkChange on_watermark(size_t index, EventTime time) {
    Channel& channel = channels_[index];
    if (!channel.active || time <= channel.watermark) return {};
    channel.watermark = time;
    if (time >= sent_) channel.aligned = true;
    return {.watermark = advance_to(minimum()), .status = {}};
  }

  WatermarkChange on_status(size_t index, WatermarkStatus status) {
    Channel& channel = channels_[index];
    if (channel.active == (status == kActive)) return {};
    const bool all_were_idle = all_idle();
    channel.active = status == kActive;
    channel.aligned = channel.active && channel.watermark >= sent_;
    if (channel.active) return all_were_idle ? WatermarkChange{.watermark = {}, .status = kActive} : WatermarkChange{};
    WatermarkChange change;
    if (channel.watermark == sent_) change.watermark = advance_to(all_idle() ? maximum() : minimum());
    if (all_idle()) change.status = kIdle;
    return change;
  }

 private:
  struct Channel {
    EventTime watermark = kMinWatermark;
    bool active = true;
    bool aligned = true;
  };

  bool all_idle() const { return std::ranges::none_of(channels_, &Channel::active); }
  EventTime maximum() const { return std::ranges::max(channels_, {}, &Channel::watermark).watermark; }
  EventTime minimum() const {
    EventTime minimum = kMaxWatermark;
    bool any = false;
    for (const Channel& channel : channels_) {
      if (channel.aligned) minimum = std::min(minimum, channel.watermark);
      any |= channel.aligned;
    }
    return any ? minimum : kMinWatermark;
  }
  std::optional<EventTime> advance_to(EventTime time) {
    if (time <= sent_) return std::nullopt;
    return sent_ = time;
  }

  std::vector<Channel> channels_;
  EventTime sent_ = kMinWatermark;
};

TEST(ChannelWatermarks, AsALookAtEveryChannelSays) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const size_t channels = 1 + random.below(9);
    ChannelWatermarks combined(channels);
    PlainMinimum plain(channels);
    int64_t now = 0;
    for (int step = 0; step < 500; ++step) {
      const size_t channel = random.below(channels);
      now += static_cast<int64_t>(random.below(3));
      if (random.below(4) == 0) {
        const WatermarkStatus status = random.below(2) == 0 ? kIdle : kActive;
        ASSERT_EQ(combined.on_status(channel, status), plain.on_status(channel, status)) << "step " << step;
      } else {
        const EventTime time(now - static_cast<int64_t>(random.below(10)));
        ASSERT_EQ(combined.on_watermark(channel, time), plain.on_watermark(channel, time)) << "step " << step;
      }
    }
  }
}

}  // namespace
}  // namespace eddyline::taskexecutor
