#pragma once

#include <array>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "operators/operator.hpp"
#include "operators/operator_context.hpp"
#include "taskexecutor/snapshot/restored_job.hpp"
#include "taskexecutor/snapshot/subtask_snapshots.hpp"
#include "taskexecutor/task/subtask_output.hpp"

namespace eddyline::taskexecutor {

/// An operator with what it lives on.
struct ChainedOperator {
  operators::OperatorContext context;
  std::unique_ptr<operators::Operator> op;
};

/// Operators of one subtask joined without exchange, head first.
///
/// Each operator holds at most one element it has not finished and the few that its last call gave. The deepest one
/// that can run runs first, so that everything an element causes has left the chain before the next element enters it,
/// in order, and memory stays bounded however many rows one element causes. Barriers come in by offer() like rows and
/// so fall between complete elements.
///
/// Thread   the subtask's.
class OperatorChain {
 public:
  /// How an advance ended.
  enum class Advance : uint8_t { kProgress, kBlocked };

  /// `inputs` of the head; 0 for a source. The output and the snapshots are borrowed.
  OperatorChain(std::vector<ChainedOperator> operators, size_t inputs, SubtaskOutput& output, SubtaskSnapshots& snapshots);

  /// `restored`: what the operators' keyed states begin with; null for a fresh start.
  Status open(const RestoredJob* restored);
  Status close();

  /// Nothing is under way: the next element may enter.
  bool idle() const { return busy_ == 0; }
  /// The end of input has left the chain.
  bool ended() const { return ended_; }
  bool has_source() const { return source_ != nullptr; }

  /// Lets an element in at the head. CHECKs idle().
  void offer(size_t input, StreamElement element);
  /// Asks the source; at its end the final watermark and the end of input are under way. CHECKs idle().
  Result<operators::SourceProgress> read_source();
  /// Sends a barrier from the head of a source's chain. CHECKs idle().
  Status start_barrier(CheckpointBarrier barrier);
  /// Makes one call of one operator, or hands one element on. CHECKs !idle(). The output must be writable.
  Result<Advance> advance(ProcessingTime now);

  /// When an operator next wants to be called by the wall clock.
  std::optional<ProcessingTime> next_timer() const;
  /// Calls the operator with the earliest timer. CHECKs idle() and that it is due.
  void fire_timer(ProcessingTime now);
  Status on_input_empty();
  std::optional<size_t> wanted_input() const { return links_.front().op->wanted_input(); }

 private:
  struct TimerFiring {
    ProcessingTime now;
  };
  struct Pending {
    size_t input = 0;
    std::variant<Batch, Watermark, WatermarkStatus, CheckpointBarrier, EndOfInput, TimerFiring> element;
  };
  /// What one call gives at most: status, batch, forwarded watermark, own watermark, end.
  class Outbox {
   public:
    bool empty() const { return first_ == last_; }
    void push(StreamElement element);
    StreamElement pop();

   private:
    static constexpr size_t kCapacity = 5;
    std::array<StreamElement, kCapacity> elements_;
    size_t first_ = 0;
    size_t last_ = 0;
  };
  struct Link {
    ChainedOperator owned;
    operators::Operator* op = nullptr;
    std::optional<Pending> pending;
    Outbox outbox;
    size_t open_inputs = 1;
  };

  void enter(Link& link, Pending pending);
  void send(Link& link, StreamElement element);
  void hand_on(size_t index, ProcessingTime now);
  Result<Advance> call(Link& link);
  Status take_snapshot(Link& link, const CheckpointBarrier& barrier);
  void collect(Link& link, operators::Output& output);
  void finish(Link& link, operators::Output& output);

  std::vector<Link> links_;
  operators::SourceOperator* source_ = nullptr;
  SubtaskOutput& output_;
  SubtaskSnapshots& snapshots_;
  /// Pending elements and elements in outboxes.
  size_t busy_ = 0;
  bool ended_ = false;
};

}  // namespace eddyline::taskexecutor
