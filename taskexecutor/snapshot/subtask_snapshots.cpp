#include "taskexecutor/snapshot/subtask_snapshots.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "common/fault/fault_point.hpp"
#include "state/saved_schema.hpp"

namespace eddyline::taskexecutor {
namespace {

constexpr FaultPoint kOnBarrier{"on-barrier"};
constexpr FaultPoint kBeforeSnapshot{"before-snapshot"};
constexpr FaultPoint kAfterSnapshot{"after-snapshot"};
constexpr FaultPoint kBeforeAcknowledgement{"before-acknowledgement"};
constexpr FaultPoint kAfterAcknowledgement{"after-acknowledgement"};

/// Between two steps of the subtask: well below a millisecond for rows of a hundred bytes.
constexpr size_t kRowsAtOnce = 4096;
/// Of one operator: what memory rows take that nobody needed to read yet.
constexpr size_t kQueuedBytesMax = size_t{16} << 20;

}  // namespace

/// Collects what becomes of one barrier, until all of it is on disk.
/// Thread   any.
class SubtaskSnapshots::Acknowledging {
 public:
  Acknowledging(const Parts& parts, CheckpointTrigger trigger)
      : trigger(std::move(trigger)), listener_(*parts.services.listener) {
    acknowledgement_ = {.checkpoint = this->trigger.checkpoint, .vertex = parts.vertex, .subtask = parts.subtask, .operators = {}};
  }

  const CheckpointTrigger trigger;

  /// Its number among the operators. `writes`: written() follows.
  size_t add(schemas::SavedOperator saved, bool writes) {
    const std::lock_guard lock(mutex_);
    acknowledgement_.operators.push_back(std::move(saved));
    open_ += writes ? 1 : 0;
    return acknowledgement_.operators.size() - 1;
  }
  void written(size_t index, Result<checkpoint::SavedBytes> saved) {
    if (!saved.ok()) return decline(saved.status());
    std::unique_lock lock(mutex_);
    acknowledgement_.operators[index].subtasks.front().keyed_state = *std::move(saved);
    close_one(std::move(lock));
  }
  /// The barrier has left the chain.
  void passed() { close_one(std::unique_lock(mutex_)); }
  /// The first outcome counts.
  void decline(const Status& reason) {
    {
      const std::lock_guard lock(mutex_);
      if (std::exchange(over_, true)) return;
    }
    listener_.decline({acknowledgement_.checkpoint, acknowledgement_.vertex, acknowledgement_.subtask, reason});
  }

 private:
  void close_one(std::unique_lock<std::mutex> lock) {
    if (--open_ > 0 || std::exchange(over_, true)) return;
    SubtaskAcknowledgement all = std::move(acknowledgement_);
    lock.unlock();
    kBeforeAcknowledgement.pass();
    listener_.acknowledge(std::move(all));
    kAfterAcknowledgement.pass();
  }

  CheckpointListener& listener_;
  std::mutex mutex_;
  SubtaskAcknowledgement acknowledgement_;
  /// What is waited for; the barrier's way through the chain is one.
  size_t open_ = 1;
  bool over_ = false;
};

Status SubtaskSnapshots::on_barrier(const CheckpointBarrier& barrier, operators::Operator& op,
                                    const operators::OperatorContext& context, bool last) {
  if (parts_.services.listener == nullptr) return {};
  if (acknowledging_ == nullptr || acknowledging_->trigger.checkpoint != barrier.checkpoint) {
    kOnBarrier.pass();
    give_up(cancelled("A newer checkpoint has begun."));
    const std::optional<CheckpointTrigger> trigger = parts_.targets->find(barrier.checkpoint);
    if (!trigger.has_value()) {
      return io_error("A barrier of checkpoint " + std::to_string(barrier.checkpoint.value()) + " came that nobody has told of.");
    }
    acknowledging_ = std::make_shared<Acknowledging>(parts_, *trigger);
    kBeforeSnapshot.pass();
  }
  RETURN_IF_ERROR(begin_operator(op, context));
  if (!last) return {};
  kAfterSnapshot.pass();
  acknowledging_->passed();
  return {};
}

Status SubtaskSnapshots::begin_operator(operators::Operator& op, const operators::OperatorContext& context) {
  schemas::SavedOperator saved{.uid = context.uid(),
                               .name = context.operator_name(),
                               .parallelism = context.parallelism(),
                               .max_parallelism = context.max_parallelism(),
                               .states = {},
                               .subtasks = {}};
  schemas::SavedSubtask& subtask = saved.subtasks.emplace_back();
  subtask.subtask = parts_.subtask;
  ASSIGN_OR_RETURN(subtask.operator_state, op.snapshot());
  state::KeyedStateBackend* const keyed_state = context.keyed_state();
  if (keyed_state != nullptr) {
    for (const state::SnapshotSchema& schema : keyed_state->schemas()) saved.states.push_back(state::to_saved(schema));
  }
  const size_t index = acknowledging_->add(std::move(saved), keyed_state != nullptr);
  if (keyed_state != nullptr) begin_reading(*keyed_state, context.uid(), index);
  return {};
}

void SubtaskSnapshots::begin_reading(state::KeyedStateBackend& keyed_state, const std::string& uid, size_t index) {
  const CheckpointTrigger& trigger = acknowledging_->trigger;
  const std::string name =
      uid + "-" + std::to_string(parts_.subtask.value()) + "-" + std::to_string(parts_.attempt);
  Reading& reading = reading_.emplace_back();
  reading.keyed_state = &keyed_state;
  reading.writing = std::make_shared<StateWriting>(
      checkpoint::StateFileWriter(trigger.folder, name, trigger.inline_max.value()), parts_.services.run_beside,
      [index, acknowledging = acknowledging_](Result<checkpoint::SavedBytes> saved) {
        acknowledging->written(index, std::move(saved));
      },
      parts_.wakeup);
  keyed_state.begin_snapshot(*reading.writing);
}

bool SubtaskSnapshots::can_advance() const {
  return !reading_.empty() && reading_.front().writing->queued_bytes() < kQueuedBytesMax;
}

void SubtaskSnapshots::advance() {
  if (can_advance()) read_first(kRowsAtOnce);
}

void SubtaskSnapshots::read_first(size_t rows) {
  Reading& first = reading_.front();
  if (first.keyed_state->advance_snapshot(rows)) return;
  first.writing->finish();
  reading_.erase(reading_.begin());
}

void SubtaskSnapshots::end(const Status& status) {
  if (!status.ok()) return give_up(status);
  while (!reading_.empty()) read_first(kRowsAtOnce);
}

void SubtaskSnapshots::give_up(const Status& reason) {
  for (const Reading& reading : reading_) {
    reading.keyed_state->abandon_snapshot();
    reading.writing->abandon();
  }
  if (!reading_.empty()) acknowledging_->decline(reason);
  reading_.clear();
}

}  // namespace eddyline::taskexecutor
