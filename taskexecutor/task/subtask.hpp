#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "taskexecutor/exchange/input_gate.hpp"
#include "taskexecutor/task/mailbox.hpp"
#include "taskexecutor/task/operator_chain.hpp"

namespace eddyline::taskexecutor {

/// What one step of a subtask came to.
struct StepResult {
  enum class State : uint8_t {
    kProgress,  ///< step again
    kBlocked,   ///< step again at `wake_at`, or when the wakeup is notified
    kFinished,  ///< all output is written; never step again
    kFailed,    ///< `status` says why; kCancelled if it was asked to stop
  };
  State state = State::kProgress;
  std::optional<ProcessingTime> wake_at;
  Status status;
};

/// One parallel instance of a vertex: a chain of operators, its inputs and its outputs, driven by one call.
///
/// Each step serves the mail first, then wall-clock timers, then what is under way in the chain, then the input, as
/// long as the outputs have credit; at its end a snapshot under way is read on, a little, and what was handed over sets out for other
/// executors. When the input runs empty everything held back is flushed: one row a second comes out as promptly as a million.
///
/// Thread   whoever drives it, one at a time; mailbox() and wakeup(): any.
class Subtask {
 public:
  struct Parts {
    VertexId vertex;
    /// "orders[1] -> Calc[2]", for messages.
    std::string vertex_name;
    SubtaskIndex index;
    Parallelism parallelism{1};
    /// Made before the channels, which may fail.
    std::unique_ptr<Mailbox> mailbox;
    std::vector<ChainedOperator> operators;
    /// Channels by input; empty for a source.
    std::vector<std::vector<InputChannel*>> inputs;
    SubtaskOutput::Parts output;
    /// Told once, within the first step, when the operators are open.
    std::function<void(const Subtask&)> on_running;
    /// Null for a fresh start.
    std::shared_ptr<const RestoredJob> restored = nullptr;
    SnapshotServices snapshots = {};
    std::shared_ptr<const CheckpointTargets> checkpoint_targets = nullptr;
    /// See JobPlacement.
    uint64_t attempt = 0;
  };
  explicit Subtask(Parts parts);
  Subtask(const Subtask&) = delete;
  Subtask& operator=(const Subtask&) = delete;

  StepResult step(ProcessingTime now);

  Mailbox& mailbox() { return *mailbox_; }
  Wakeup& wakeup() { return *mailbox_->wakeup(); }
  VertexId vertex() const { return vertex_; }
  SubtaskIndex index() const { return index_; }
  /// "vertex name (2/4)".
  const std::string& name() const { return name_; }

 private:
  enum class Life : uint8_t { kNew, kRunning, kOver };
  Result<StepResult> run(ProcessingTime now);
  Result<StepResult> act(ProcessingTime now);
  Result<StepResult> feed(ProcessingTime now);
  Result<StepResult> feed_from_source(ProcessingTime now);
  Result<StepResult> advance(ProcessingTime now);
  Result<StepResult> run_empty(std::optional<ProcessingTime> wake_at);
  StepResult end(Status status);

  const VertexId vertex_;
  const SubtaskIndex index_;
  const std::string name_;
  const std::unique_ptr<Mailbox> mailbox_;
  const std::function<void(const Subtask&)> on_running_;
  std::optional<InputGate> gate_;
  const std::shared_ptr<const RestoredJob> restored_;
  SubtaskOutput output_;
  SubtaskSnapshots snapshots_;
  OperatorChain chain_;
  Life life_ = Life::kNew;
};

}  // namespace eddyline::taskexecutor
