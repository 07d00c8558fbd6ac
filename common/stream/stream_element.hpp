#pragma once

#include <variant>

#include "common/base/ids.hpp"
#include "common/columnar/batch.hpp"

namespace eddyline {

/// No row with an event time at or below `time` will follow on this channel; kMaxWatermark ends a bounded stream.
struct Watermark {
  EventTime time;
  friend bool operator==(const Watermark&, const Watermark&) = default;
};

/// An idle channel holds no watermark back until it is active again.
enum class WatermarkStatus : uint8_t { kActive, kIdle };

/// Marks a checkpoint in the stream.
struct CheckpointBarrier {
  CheckpointId checkpoint;
  friend bool operator==(const CheckpointBarrier&, const CheckpointBarrier&) = default;
};

/// Nothing follows on this channel.
struct EndOfInput {
  friend bool operator==(const EndOfInput&, const EndOfInput&) = default;
};

/// What travels on a channel; the order inside a channel is never changed.
using StreamElement = std::variant<Batch, Watermark, WatermarkStatus, CheckpointBarrier, EndOfInput>;

}  // namespace eddyline
