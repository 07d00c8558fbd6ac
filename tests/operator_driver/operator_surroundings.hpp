#pragma once

#include <memory>

#include "common/clock/clock.hpp"
#include "common/memory/memory_pool.hpp"
#include "operators/operator_context.hpp"
#include "state/hashmap/hashmap_state_backend.hpp"

namespace eddyline::tests {

/// Everything that a subtask gives an operator, without threads: memory, state, a wall clock moved by hand.
class OperatorSurroundings {
 public:
  struct Options {
    BatchLimits limits{};
    ProcessingTime start{0};
    /// All keys get one hash.
    bool collide_hashes = false;
    /// Null: state in memory.
    const state::StateBackend* states = nullptr;
  };

  OperatorSurroundings() : OperatorSurroundings(Options()) {}
  explicit OperatorSurroundings(const Options& options);

  operators::OperatorContext& context() { return *context_; }
  VirtualClock& clock() { return clock_; }
  MemoryPool& memory() { return *memory_; }

 private:
  VirtualClock clock_;
  std::unique_ptr<MemoryPool> memory_;
  state::HashmapStateBackend states_;
  std::unique_ptr<operators::OperatorContext> context_;
};

}  // namespace eddyline::tests
