#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "common/stream/stream_element.hpp"
#include "taskexecutor/exchange/barrier_alignment.hpp"
#include "taskexecutor/exchange/input_watermarks.hpp"
#include "taskexecutor/exchange/input_channel.hpp"
#include "taskexecutor/exchange/reported_channels.hpp"

namespace eddyline::taskexecutor {

/// What a subtask's inputs have for it: a batch or the end of one input, or a watermark, status or barrier that holds
/// for all inputs.
struct GateEvent {
  size_t input = 0;
  StreamElement element;
};

/// The receiving side of a subtask: several inputs of several channels each, read in turn. Looks only at channels that
/// have reported something.
///
/// Thread   the subtask's.
class InputGate {
 public:
  /// Channels by input, borrowed; before their producers begin.
  explicit InputGate(std::vector<std::vector<InputChannel*>> inputs);

  /// The next event, or none while no channel has one. `wanted`: read only this input.
  std::optional<GateEvent> next(std::optional<size_t> wanted);
  /// All channels have ended and every event was taken.
  bool ended() const { return running_channels_ == 0 && events_.empty(); }

 private:
  struct Channel {
    InputChannel* channel = nullptr;
    /// Among all channels of the gate.
    size_t index = 0;
  };
  struct Input {
    std::vector<Channel> channels;
    ChannelWatermarks watermarks;
    size_t running = 0;
    /// Channels that have something, in the order in which they are to be read.
    ChannelQueue readable;
  };

  Channel& at(InputChannel::Place place) { return inputs_[place.input].channels[place.index]; }
  bool held(const ReportedChannel& entry) { return barriers_.blocked(at(entry.channel->place()).index); }
  void collect_readable();
  void release_held();
  bool read_one(std::optional<size_t> wanted);
  bool read_input(size_t input);
  bool may_be_read(ReportedChannel& entry);
  void take_element(size_t input, size_t channel, StreamElement element);
  void push_combined(size_t input, const WatermarkChange& change);
  void push_change(const WatermarkChange& change);
  void push_barrier(std::optional<CheckpointBarrier> barrier);
  void end_channel(size_t input, size_t channel);

  /// Where the channels, which hold its address, report themselves.
  std::unique_ptr<ReportedChannels> reported_;
  std::vector<Input> inputs_;
  InputWatermarks watermarks_;
  BarrierAlignment barriers_;
  /// Readable channels that wait for a barrier on others.
  ChannelQueue held_;
  size_t running_channels_;
  size_t next_input_ = 0;
  std::deque<GateEvent> events_;
};

}  // namespace eddyline::taskexecutor
