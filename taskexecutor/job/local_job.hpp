#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "taskexecutor/exchange/local_channel.hpp"
#include "taskexecutor/job/job_environment.hpp"
#include "taskexecutor/job/job_part.hpp"
#include "taskexecutor/job/subtask_listener.hpp"
#include "taskexecutor/job/task_graph.hpp"
#include "taskexecutor/task/subtask.hpp"

namespace eddyline::taskexecutor {

class AttemptChannels;

/// The subtasks of one job that run in this process: all of it, or the part that a placement gives to this executor. Made
/// whole, then run by one driver; several jobs run side by side.
///
/// A part is made in one step, after which the receiving ends of its channels exist, and started in a second one by its
/// driver, once every executor has made its part: what is sent then finds its receiver. Each executor makes the same
/// operators of its own subtasks, so sources deal their splits out alike everywhere.
///
/// Memory   a node a slot below the environment's, and below it one for each operator's state and one for what the slot's
///          exchanges may hold: the credit its receivers grant and what its senders gather for each channel. That is
///          reserved when the job is made, since granted credit is a promise.
///
/// The first subtask that fails cancels the others here; its error, with vertex and subtask named, is the job's.
///
/// Thread   announce_checkpoint(), start_barriers(), cancel(), wait(), ended(), result(): any. on_subtask_end(): the driver's. The rest: the one that makes it.
class LocalJob {
 public:
  /// Errors   what an operator's factory says, with the operator named; kOutOfMemory for exchanges beyond the budget.
  static Result<std::unique_ptr<LocalJob>> create(TaskGraph graph, const JobEnvironment& environment,
                                                  const JobPart& part = {});
  LocalJob();  // use create
  ~LocalJob();
  LocalJob(const LocalJob&) = delete;
  LocalJob& operator=(const LocalJob&) = delete;

  const std::string& name() const { return name_; }
  const std::vector<std::unique_ptr<Subtask>>& subtasks() const { return subtasks_; }

  /// Asks every subtask to stop, with this kCancelled as its end; does not wait.
  void cancel(const Status& reason = cancelled("The job was cancelled."));
  /// Until every subtask has ended; then the result.
  Status wait();
  bool ended() const;
  /// Ok: finished, or not yet ended. kCancelled, or the first failure.
  Status result() const;

  /// A checkpoint is about to begin: told to every part of the job before any of them starts its barriers.
  void announce_checkpoint(const CheckpointTrigger& trigger) { checkpoint_targets_->note(trigger); }
  /// Has the sources here send the barrier. False: none of them could, because all have ended or are too far behind.
  bool start_barriers(CheckpointId checkpoint);

  /// Calls `told` once, on the thread of the last subtask that ends, after the listener. Before the job is driven.
  void notify_when_ended(std::function<void()> told) { when_ended_ = std::move(told); }
  /// Borrowed, and outlives the job. Before the job is driven.
  void listen(SubtaskListener& listener) { listener_ = &listener; }
  /// By the driver, before the first step: opens the channels to other executors, all of which have made their parts.
  void begin();
  /// A subtask finished or failed.
  void on_subtask_end(const Subtask& subtask, const Status& status);

 private:
  class Builder;

  bool note_result(const Status& result);
  void on_subtask_running(const Subtask& subtask);

  std::string name_;
  std::shared_ptr<const expression::TimeZone> time_zone_;
  /// A slot holds one subtask of every vertex; null for slots elsewhere. Slots first, what is below them goes before.
  std::vector<std::unique_ptr<MemoryPool>> slot_memory_;
  std::vector<std::unique_ptr<MemoryPool>> exchange_memory_;
  std::vector<std::unique_ptr<MemoryPool>> operator_memory_;
  std::vector<std::unique_ptr<CreditPool>> credit_pools_;
  std::vector<std::unique_ptr<LocalChannel>> channels_;
  /// To and from other executors; null if there are none.
  std::unique_ptr<AttemptChannels> remote_;
  std::vector<std::unique_ptr<Subtask>> subtasks_;

  const std::shared_ptr<CheckpointTargets> checkpoint_targets_ = std::make_shared<CheckpointTargets>();

  std::function<void()> when_ended_;
  SubtaskListener* listener_ = nullptr;
  mutable std::mutex mutex_;
  std::condition_variable all_ended_;
  size_t running_ = 0;
  Status result_;
};

}  // namespace eddyline::taskexecutor
