#pragma once

#include <memory>
#include <string>

#include "common/base/ids.hpp"
#include "common/clock/clock.hpp"
#include "common/columnar/batch.hpp"
#include "common/concurrency/wakeup.hpp"
#include "common/memory/memory_pool.hpp"
#include "expression/evaluation_context.hpp"
#include "state/keyed_state_backend.hpp"

namespace eddyline::operators {

/// What the subtask gives an operator for its life. Everything is borrowed from the subtask, which outlives its
/// operators.
class OperatorContext {
 public:
  struct Parts {
    std::string operator_name;
    /// By which a snapshot finds the operator.
    std::string uid;
    SubtaskIndex subtask;
    Parallelism parallelism{1};
    MaxParallelism max_parallelism{128};
    BatchLimits batch_limits;
    Clock* clock = nullptr;
    /// The subtask's; it is notified where an operator waits for something outside the engine.
    WakeupPtr wakeup;
    MemoryPool* memory = nullptr;
    const state::StateBackend* state_backend = nullptr;
    const expression::TimeZone* time_zone = nullptr;
    bool streaming = true;
    uint64_t seed = 0;
    /// Forces every key into one bucket of the state's hash tables: for tests.
    bool collide_hashes = false;
  };
  explicit OperatorContext(Parts parts) : parts_(std::move(parts)) {}

  const std::string& operator_name() const { return parts_.operator_name; }
  const std::string& uid() const { return parts_.uid; }
  SubtaskIndex subtask() const { return parts_.subtask; }
  Parallelism parallelism() const { return parts_.parallelism; }
  MaxParallelism max_parallelism() const { return parts_.max_parallelism; }
  KeyGroupRange key_groups() const {
    return key_group_range(parts_.max_parallelism, parts_.parallelism, parts_.subtask);
  }
  const BatchLimits& batch_limits() const { return parts_.batch_limits; }
  Clock& clock() const { return *parts_.clock; }
  /// To be notified, from any thread, when a blocked operator or an idle source can go on. Shared: may outlive the
  /// subtask.
  const WakeupPtr& wakeup() const { return parts_.wakeup; }
  MemoryPool& memory() const { return *parts_.memory; }
  /// Keyed state of this operator over its key groups, charged to memory().
  /// Once: what is made is the operator's, but the subtask saves and restores it, so that it lives as long as the operator.
  Result<std::unique_ptr<state::KeyedStateBackend>> make_keyed_state();
  /// Null for an operator that has made none.
  state::KeyedStateBackend* keyed_state() const { return keyed_state_; }
  /// Differs between the operators and subtasks of a job.
  uint64_t seed() const { return parts_.seed; }
  bool collide_hashes() const { return parts_.collide_hashes; }
  expression::EvaluationContext evaluation_context() const {
    return {*parts_.time_zone, parts_.streaming, parts_.seed};
  }

 private:
  Parts parts_;
  state::KeyedStateBackend* keyed_state_ = nullptr;
};

}  // namespace eddyline::operators
