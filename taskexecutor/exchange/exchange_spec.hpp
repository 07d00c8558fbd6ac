#pragma once

#include <cstdint>
#include <vector>

#include "common/base/ids.hpp"

namespace eddyline::taskexecutor {

/// How the rows of a producer reach the subtasks of a consumer.
enum class ExchangeKind : uint8_t {
  kForward,    ///< subtask i to subtask i
  kHash,       ///< by the key group of the key columns
  kRebalance,  ///< in turn; never for updating streams, whose -U and +U must meet
  kBroadcast,  ///< to all
  kSingle,     ///< to subtask 0
};

/// The exchange of one edge of the job.
struct ExchangeSpec {
  ExchangeKind kind = ExchangeKind::kForward;
  /// Columns whose hash decides, for kHash.
  std::vector<size_t> keys;
  /// Of the consumer, for kHash.
  MaxParallelism max_parallelism{128};
};

/// How much one channel may hold.
struct ChannelLimits {
  /// Elements, batches and control together.
  size_t slots = 64;
  /// Bytes of batches that the channel may hold without the gate's pool.
  Bytes own_bytes{size_t{256} << 10};
  /// Bytes that all channels of a gate share beyond their own.
  Bytes shared_bytes{size_t{1} << 20};
};

}  // namespace eddyline::taskexecutor
