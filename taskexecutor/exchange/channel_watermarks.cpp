#include "taskexecutor/exchange/channel_watermarks.hpp"

#include <algorithm>
#include <utility>

namespace eddyline::taskexecutor {

ChannelWatermarks::ChannelWatermarks(size_t channels) : channels_(channels), active_(channels) {
  bounds_.reserve(channels);
  for (size_t index = 0; index < channels; ++index) bounds_.push_back({kMinWatermark, index});
}

WatermarkChange ChannelWatermarks::on_watermark(size_t index, EventTime watermark) {
  Channel& channel = channels_[index];
  if (!channel.active || watermark <= channel.watermark) return {};
  channel.watermark = watermark;
  maximum_ = std::max(maximum_, watermark);
  if (watermark >= sent_) align(index);
  return {.watermark = advance_to(minimum()), .status = {}};
}

WatermarkChange ChannelWatermarks::on_status(size_t index, WatermarkStatus status) {
  Channel& channel = channels_[index];
  const bool active = status == WatermarkStatus::kActive;
  if (channel.active == active) return {};
  channel.active = active;
  if (!active) return turn_idle(channel);
  ++active_;
  if (channel.watermark >= sent_) align(index);
  if (sent_active_) return {};
  sent_active_ = true;
  return {.watermark = {}, .status = WatermarkStatus::kActive};
}

void ChannelWatermarks::align(size_t index) {
  Channel& channel = channels_[index];
  channel.aligned = true;
  if (std::exchange(channel.bounded, true)) return;
  bounds_.push_back({channel.watermark, index});
  std::ranges::push_heap(bounds_, is_later);
}

WatermarkChange ChannelWatermarks::turn_idle(Channel& channel) {
  channel.aligned = false;
  --active_;
  const bool was_slowest = channel.watermark == sent_;
  if (active_ > 0) return {.watermark = was_slowest ? advance_to(minimum()) : std::nullopt, .status = {}};
  sent_active_ = false;
  return {.watermark = was_slowest ? advance_to(maximum_) : std::nullopt, .status = WatermarkStatus::kIdle};
}

/// Of the aligned channels. Brings bounds up to date until the first is exact.
std::optional<EventTime> ChannelWatermarks::minimum() {
  while (!bounds_.empty()) {
    const Bound first = bounds_.front();
    Channel& channel = channels_[first.channel];
    if (channel.aligned && channel.watermark == first.watermark) return first.watermark;
    std::ranges::pop_heap(bounds_, is_later);
    if (channel.aligned) {
      bounds_.back().watermark = channel.watermark;
      std::ranges::push_heap(bounds_, is_later);
    } else {
      bounds_.pop_back();
      channel.bounded = false;
    }
  }
  return std::nullopt;
}

std::optional<EventTime> ChannelWatermarks::advance_to(std::optional<EventTime> watermark) {
  if (!watermark.has_value() || *watermark <= sent_) return std::nullopt;
  sent_ = *watermark;
  return watermark;
}

}  // namespace eddyline::taskexecutor
