#pragma once

#include <cstddef>
#include <vector>

#include "common/base/ids.hpp"
#include "plan/job_graph/exchange_kind.hpp"

namespace eddyline::taskexecutor {

using plan::ExchangeKind;

/// The exchange of one edge of the job.
struct ExchangeSpec {
  ExchangeKind kind = ExchangeKind::kForward;
  /// Columns whose hash decides, for kHash.
  std::vector<size_t> keys;
  /// Of the consumer, for kHash.
  MaxParallelism max_parallelism{128};
};

/// How much one channel may hold: the most that it is given, less where a job has very many of them.
struct ChannelLimits {
  /// Elements, batches and control together.
  size_t slots = 64;
  /// Bytes of batches that the channel may hold without the gate's pool.
  Bytes own_bytes{size_t{256} << 10};
  /// The same for one between two processes while its reader is quick and memory allows: what is on the way there and what makes room
  /// on the way back. What is beyond `own_bytes` is reserved when it is needed.
  Bytes remote_bytes{size_t{4} << 20};
  /// Bytes that all channels of a gate share beyond their own.
  Bytes shared_bytes{size_t{1} << 20};
};

}  // namespace eddyline::taskexecutor
