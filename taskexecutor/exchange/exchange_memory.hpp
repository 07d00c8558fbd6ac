#pragma once

#include <cstddef>

#include "common/base/ids.hpp"
#include "common/columnar/batch.hpp"
#include "taskexecutor/exchange/exchange_spec.hpp"

namespace eddyline::taskexecutor {

/// Shares out the memory of a job's exchanges, so that one with a million channels has no more of it than one with a
/// hundred.
///
/// Half is the receivers' own credit, a quarter what the channels of a gate share, a quarter what senders gather.
/// Gates, partitions and the channels of each get equal parts: at most what the limits say, so that a job of low
/// parallelism has those, and at least kChannelBytesMin a channel, and what the columns of an empty batch take for a sender,
/// which is all that goes beyond the total at first. What channels between processes grow by, up to `remote_bytes`, is reserved when it
/// is needed: at most half of the total for receivers, and as much for senders.
class ExchangeMemory {
 public:
  static constexpr size_t kChannelBytesMin = 1024;
  /// The least that a column of a batch under way takes: a buffer of its values and one of its NULLs.
  static constexpr size_t kColumnBytesMin = 512;
  /// What a channel takes itself, or one end of it where the other is elsewhere, with its places in gate and partition: measured.
  static constexpr size_t kChannelHead = 640;

  struct Parts {
    Bytes total;
    /// The most that one channel, one gate and one batch may have.
    ChannelLimits channel;
    BatchLimits batch;
    /// Of the job: subtasks with inputs, and their senders' ends of edges.
    size_t gates = 0;
    size_t partitions = 0;
  };
  explicit ExchangeMemory(const Parts& parts) : parts_(parts) {}

  /// Of the channels of a gate that has so many.
  ChannelLimits gate_limits(size_t channels) const;
  /// Bytes that a partition of so many channels gathers for each, of rows of so many columns.
  Bytes gathered_bytes(size_t channels, size_t columns) const;

 private:
  Parts parts_;
};

}  // namespace eddyline::taskexecutor
