#pragma once

#include <optional>
#include <vector>

#include "common/stream/stream_element.hpp"

namespace eddyline::taskexecutor {

/// Holds back channels whose barrier has come until it has come on all channels that still run.
///
/// A newer barrier gives up the one that is waited for: its checkpoint was abandoned.
class BarrierAlignment {
 public:
  explicit BarrierAlignment(size_t channels) : channels_(channels), running_(channels) {}

  bool blocked(size_t channel) const { return channels_[channel].blocked; }
  /// The barrier to hand on, once it is complete.
  std::optional<CheckpointBarrier> on_barrier(size_t channel, CheckpointBarrier barrier);
  /// A channel that ended is no longer waited for.
  std::optional<CheckpointBarrier> on_end(size_t channel);

 private:
  struct Channel {
    bool blocked = false;
    bool ended = false;
  };

  std::optional<CheckpointBarrier> complete();
  void unblock();

  std::vector<Channel> channels_;
  size_t running_;
  size_t arrived_ = 0;
  std::optional<CheckpointBarrier> waiting_for_;
};

}  // namespace eddyline::taskexecutor
