#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/concurrency/wakeup.hpp"
#include "common/stream/stream_element.hpp"
#include "operators/operator.hpp"
#include "operators/operator_context.hpp"
#include "taskexecutor/snapshot/checkpoint_listener.hpp"
#include "taskexecutor/snapshot/checkpoint_targets.hpp"
#include "taskexecutor/snapshot/state_writing.hpp"

namespace eddyline::taskexecutor {

/// What the process lends a job's subtasks for snapshots; default: barriers pass without any.
struct SnapshotServices {
  /// Borrowed, and outlives the subtasks and what run_beside was given.
  CheckpointListener* listener = nullptr;
  RunBeside run_beside;
};

/// The snapshots of one subtask: each begins operator by operator as the barrier passes through the chain, and is then read on
/// between steps, a little at a time, while rows flow. One at a time: a barrier that comes while an older snapshot is being read
/// gives that one up, and declines its checkpoint.
///
/// Thread   the subtask's.
class SubtaskSnapshots {
 public:
  struct Parts {
    VertexId vertex;
    SubtaskIndex subtask;
    SnapshotServices services;
    /// Of the job.
    std::shared_ptr<const CheckpointTargets> targets;
    /// Distinguishes the files of a job's attempts.
    uint64_t attempt = 0;
    WakeupPtr wakeup;
  };
  explicit SubtaskSnapshots(Parts parts) : parts_(std::move(parts)) {}

  /// The barrier has reached an operator: the chain's head first, then one after the other. `last`: the tail of the chain.
  Status on_barrier(const CheckpointBarrier& barrier, operators::Operator& op, const operators::OperatorContext& context, bool last);
  /// There are rows left, and the writers take them.
  bool can_advance() const;
  /// Reads on.
  void advance();
  /// The subtask has ended. What is under way is read to its end if it ended well, and given up otherwise.
  void end(const Status& status);

 private:
  class Acknowledging;
  struct Reading {
    state::KeyedStateBackend* keyed_state = nullptr;
    std::shared_ptr<StateWriting> writing;
  };

  Status begin_operator(operators::Operator& op, const operators::OperatorContext& context);
  void begin_reading(state::KeyedStateBackend& keyed_state, const std::string& uid, size_t index);
  void read_first(size_t rows);
  void give_up(const Status& reason);

  const Parts parts_;
  /// Of the latest barrier; shared with what writes for it.
  std::shared_ptr<Acknowledging> acknowledging_;
  /// Not read to their end.
  std::vector<Reading> reading_;
};

}  // namespace eddyline::taskexecutor
