#include "taskexecutor/exchange/channel_watermarks.hpp"

#include <algorithm>

namespace eddyline::taskexecutor {

WatermarkChange ChannelWatermarks::on_watermark(size_t index, EventTime watermark) {
  Channel& channel = channels_[index];
  if (!channel.active || watermark <= channel.watermark) return {};
  channel.watermark = watermark;
  if (watermark >= sent_) channel.aligned = true;
  return {.watermark = advance_to_minimum(), .status = {}};
}

WatermarkChange ChannelWatermarks::on_status(size_t index, WatermarkStatus status) {
  Channel& channel = channels_[index];
  const bool active = status == WatermarkStatus::kActive;
  if (channel.active == active) return {};
  channel.active = active;
  if (!active) return turn_idle(channel);
  channel.aligned = channel.watermark >= sent_;
  if (sent_active_) return {};
  sent_active_ = true;
  return {.watermark = {}, .status = WatermarkStatus::kActive};
}

WatermarkChange ChannelWatermarks::turn_idle(Channel& channel) {
  channel.aligned = false;
  const bool was_slowest = channel.watermark == sent_;
  if (std::ranges::any_of(channels_, &Channel::active)) {
    return {.watermark = was_slowest ? advance_to_minimum() : std::nullopt, .status = {}};
  }
  sent_active_ = false;
  return {.watermark = was_slowest ? advance_to_maximum() : std::nullopt, .status = WatermarkStatus::kIdle};
}

std::optional<EventTime> ChannelWatermarks::advance_to_minimum() {
  EventTime minimum = kMaxWatermark;
  bool any = false;
  for (const Channel& channel : channels_) {
    if (!channel.aligned) continue;
    any = true;
    minimum = std::min(minimum, channel.watermark);
  }
  return any ? advance_to(minimum) : std::nullopt;
}

std::optional<EventTime> ChannelWatermarks::advance_to_maximum() {
  return advance_to(std::ranges::max_element(channels_, {}, &Channel::watermark)->watermark);
}

std::optional<EventTime> ChannelWatermarks::advance_to(EventTime watermark) {
  if (watermark <= sent_) return std::nullopt;
  sent_ = watermark;
  return watermark;
}

}  // namespace eddyline::taskexecutor
