#pragma once

#include <cstdint>

#include "common/clock/clock.hpp"
#include "common/columnar/batch.hpp"
#include "common/memory/memory_pool.hpp"
#include "expression/evaluation_context.hpp"
#include "state/keyed_state_backend.hpp"
#include "taskexecutor/exchange/exchange_spec.hpp"

namespace eddyline::taskexecutor {

/// What the process lends a job; everything pointed to outlives it.
struct JobEnvironment {
  Clock* clock = nullptr;
  MemoryPool* memory = nullptr;
  const state::StateBackend* state_backend = nullptr;
  const expression::TimeZone* time_zone = nullptr;
  BatchLimits batch_limits;
  ChannelLimits channel_limits;
  /// execution.buffer-timeout.interval.
  int64_t hold_back_ms_max = 100;
  bool streaming = true;
  /// Of random functions and generators.
  uint64_t seed = 0;
  /// See OperatorContext.
  bool collide_hashes = false;
};

}  // namespace eddyline::taskexecutor
