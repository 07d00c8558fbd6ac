#pragma once

#include <optional>
#include <vector>

#include "common/base/ids.hpp"
#include "common/stream/stream_element.hpp"

namespace eddyline::taskexecutor {

/// What changed for the reader of combined watermarks; both together only as the combining class says.
struct WatermarkChange {
  std::optional<EventTime> watermark;
  std::optional<WatermarkStatus> status;
  friend bool operator==(const WatermarkChange&, const WatermarkChange&) = default;
};

/// Combines the watermarks of the channels of one input: the minimum over those that are active and have caught up.
///
/// A channel that turns active again behind what was sent already holds nothing back until it has caught up. When the
/// last active channel turns idle while it was the slowest, what the others had reached is sent before the status:
/// nobody will advance it otherwise. A watermark never comes with kActive.
///
/// Costs    the logarithm of the number of channels for each watermark that a channel raises.
/// Source   Flink's StatusWatermarkValve.
class ChannelWatermarks {
 public:
  explicit ChannelWatermarks(size_t channels);

  WatermarkChange on_watermark(size_t channel, EventTime watermark);
  WatermarkChange on_status(size_t channel, WatermarkStatus status);

 private:
  struct Channel {
    EventTime watermark = kMinWatermark;
    bool active = true;
    bool aligned = true;
    /// Has a bound.
    bool bounded = true;
  };
  /// What the watermark of a channel was at some time, so that it is no lower now.
  struct Bound {
    EventTime watermark;
    size_t channel;
  };
  static bool is_later(const Bound& a, const Bound& b) { return a.watermark > b.watermark; }

  void align(size_t index);
  WatermarkChange turn_idle(Channel& channel);
  std::optional<EventTime> minimum();
  std::optional<EventTime> advance_to(std::optional<EventTime> watermark);

  std::vector<Channel> channels_;
  /// Heap, earliest first: one of every channel that is aligned, and of others until they come first.
  std::vector<Bound> bounds_;
  size_t active_;
  /// Of all channels' watermarks.
  EventTime maximum_ = kMinWatermark;
  EventTime sent_ = kMinWatermark;
  bool sent_active_ = true;
};

}  // namespace eddyline::taskexecutor
