#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "common/clock/clock.hpp"
#include "common/columnar/batch.hpp"
#include "common/memory/memory_pool.hpp"
#include "expression/evaluation_context.hpp"
#include "state/keyed_state_backend.hpp"
#include "taskexecutor/exchange/exchange_spec.hpp"

namespace eddyline::taskexecutor {

/// What the process lends a job; everything borrowed outlives it.
struct JobEnvironment {
  Clock* clock = nullptr;
  MemoryPool* memory = nullptr;
  const state::StateBackend* state_backend = nullptr;
  /// The job keeps it.
  std::shared_ptr<const expression::TimeZone> time_zone;
  BatchLimits batch_limits;
  /// The most that one channel may have, and what all of a job's share out.
  ChannelLimits channel_limits;
  Bytes exchange_memory{uint64_t{512} << 20};
  /// execution.buffer-timeout.interval.
  std::chrono::milliseconds hold_back_max{100};
  bool streaming = true;
  /// Of random functions and generators; without one each job draws its own.
  std::optional<uint64_t> seed;
  /// See OperatorContext.
  bool collide_hashes = false;
};

}  // namespace eddyline::taskexecutor
