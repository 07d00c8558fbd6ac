#include "taskexecutor/exchange/input_gate.hpp"

#include "common/base/check.hpp"

namespace eddyline::taskexecutor {
namespace {

size_t count_channels(const std::vector<std::vector<InputChannel*>>& inputs) {
  size_t count = 0;
  for (const auto& channels : inputs) count += channels.size();
  return count;
}

}  // namespace

InputGate::InputGate(std::vector<std::vector<InputChannel*>> inputs)
    : reported_(std::make_unique<ReportedChannels>()),
      watermarks_(inputs.size()),
      barriers_(count_channels(inputs)),
      running_channels_(count_channels(inputs)) {
  size_t index = 0;
  for (const auto& channels : inputs) {
    CHECK(!channels.empty()) << "an input needs a channel";
    Input input{
        .channels = {}, .watermarks = ChannelWatermarks(channels.size()), .running = channels.size(), .readable = {}};
    for (InputChannel* channel : channels) {
      channel->report_to(*reported_, {.input = static_cast<uint32_t>(inputs_.size()),
                                      .index = static_cast<uint32_t>(input.channels.size())});
      input.channels.push_back({channel, index++});
    }
    inputs_.push_back(std::move(input));
  }
}

std::optional<GateEvent> InputGate::next(std::optional<size_t> wanted) {
  while (events_.empty()) {
    if (!read_one(wanted)) return std::nullopt;
  }
  GateEvent event = std::move(events_.front());
  events_.pop_front();
  return event;
}

bool InputGate::read_one(std::optional<size_t> wanted) {
  if (wanted.has_value()) return read_input(*wanted);
  for (size_t tried = 0; tried < inputs_.size(); ++tried) {
    const size_t input = next_input_;
    next_input_ = next_input_ + 1 == inputs_.size() ? 0 : next_input_ + 1;
    if (read_input(input)) return true;
  }
  return false;
}

bool InputGate::read_input(size_t index) {
  collect_readable();
  ChannelQueue& readable = inputs_[index].readable;
  while (!readable.empty()) {
    ReportedChannel& entry = readable.pop_front();
    if (!may_be_read(entry)) continue;
    // Behind the others; found empty there, it goes.
    readable.push_back(entry);
    std::optional<StreamElement> element = entry.channel->take();
    if (!element.has_value()) continue;
    take_element(index, entry.channel->place().index, *std::move(element));
    return true;
  }
  return false;
}

void InputGate::collect_readable() {
  reported_->take_all(
      [this](ReportedChannel& entry) { inputs_[entry.channel->place().input].readable.push_back(entry); });
}

bool InputGate::may_be_read(ReportedChannel& entry) {
  if (!held(entry)) return entry.channel->readable() || !entry.channel->withdraw();
  held_.push_back(entry);
  return false;
}

/// A barrier that is complete or given up lets go of all at once.
void InputGate::release_held() {
  while (!held_.empty() && !held(held_.front())) {
    ReportedChannel& entry = held_.pop_front();
    inputs_[entry.channel->place().input].readable.push_back(entry);
  }
}

void InputGate::take_element(size_t input, size_t channel, StreamElement element) {
  if (std::holds_alternative<Batch>(element)) {
    events_.push_back({input, std::move(element)});
  } else if (const auto* watermark = std::get_if<Watermark>(&element)) {
    push_combined(input, inputs_[input].watermarks.on_watermark(channel, watermark->time));
  } else if (const auto* status = std::get_if<WatermarkStatus>(&element)) {
    push_combined(input, inputs_[input].watermarks.on_status(channel, *status));
  } else if (const auto* barrier = std::get_if<CheckpointBarrier>(&element)) {
    push_barrier(barriers_.on_barrier(inputs_[input].channels[channel].index, *barrier));
    release_held();
  } else {
    end_channel(input, channel);
  }
}

void InputGate::push_combined(size_t input, const WatermarkChange& change) {
  // A channel's news is a watermark, then perhaps that all are idle now; or that one is active again.
  if (change.watermark.has_value()) push_change(watermarks_.on_watermark(input, *change.watermark));
  if (change.status.has_value()) push_change(watermarks_.on_status(input, *change.status));
}

void InputGate::push_change(const WatermarkChange& change) {
  // The inputs' news is that one is active again, then perhaps a watermark.
  if (change.status.has_value()) events_.push_back({0, *change.status});
  if (change.watermark.has_value()) events_.push_back({0, Watermark{*change.watermark}});
}

void InputGate::push_barrier(std::optional<CheckpointBarrier> barrier) {
  if (barrier.has_value()) events_.push_back({0, *barrier});
}

void InputGate::end_channel(size_t input, size_t channel) {
  --running_channels_;
  // The end of the channel may complete a barrier that all others sent before their own end.
  push_barrier(barriers_.on_end(inputs_[input].channels[channel].index));
  release_held();
  if (--inputs_[input].running == 0) events_.push_back({input, EndOfInput()});
}

}  // namespace eddyline::taskexecutor
