#pragma once

#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

#include "jobmanager/execution_graph/execution_graph.hpp"
#include "jobmanager/job_master/deployment.hpp"
#include "jobmanager/job_master/job_description.hpp"
#include "jobmanager/job_master/job_status.hpp"
#include "jobmanager/job_master/job_view.hpp"
#include "jobmanager/resource_manager/slot_pool.hpp"
#include "jobmanager/surroundings/outbox.hpp"

namespace eddyline::jobmanager {

/// Where a job master speaks, and gives back the slots it was given.
struct JobSurroundings {
  Outbox& outbox;
  SlotPool& slots;
  Logger log;
  /// Of the job manager's program.
  std::string build;
  /// Executors that have not begun to run their parts by then fail the job.
  std::chrono::milliseconds deployment_timeout{300'000};
};

/// One job from its submission to its end.
///
///   CREATED until it has slots and every subtask runs; then RUNNING until every subtask has finished: FINISHED.
///   The first failure makes it FAILING, a user's wish CANCELLING; the subtasks that are left are asked to end, and when all
///   have, or are gone with their executor, it is FAILED or CANCELED.
///
/// A slot is given back when the last of its subtasks has ended. What does not fit is no reason to stop: functions that take
/// an executor's message answer false for what it cannot honestly say.
///
/// Thread   the core's.
class JobMaster {
 public:
  JobMaster(JobDescription job, schemas::AttemptId attempt, const JobSurroundings& surroundings, Moment now);

  const JobDescription& job() const { return job_; }
  schemas::AttemptId attempt() const { return attempt_; }
  schemas::JobState state() const { return status_.state(); }
  bool ended() const { return schemas::is_terminal(state()) || state() == schemas::JobState::kSuspended; }
  /// Why it fails; ok otherwise.
  const Status& cause() const { return status_.summary().cause; }
  const schemas::JobSummary& summary() const { return status_.summary(); }
  JobView view() const;
  bool was_deployed() const { return deployment_.has_value(); }
  /// Who keeps the rows of a SELECT, once its subtasks have been started; nothing when it is gone.
  std::optional<PeerId> executor_with_rows() const;

  /// Begins to run in slots that were taken for it. CHECKs that it waits for some.
  void deploy(Placement placement, Moment now);
  bool on_deployed(PeerId executor, const Status& result, Moment now);
  bool on_subtask_changed(PeerId executor, const schemas::SubtaskChanged& change, Moment now);
  /// The executor is gone; nothing to do when it has no part in this job.
  void on_executor_lost(PeerId executor, const Status& why, Moment now);

  /// Asks a job that goes on to end; nothing to do for one that is ending. `reason` is empty when a user asked for it.
  void cancel(std::string_view reason, Moment now);
  /// Nothing to do for one that is ending.
  void fail(Status cause, Moment now);
  /// The job manager ends, and with it everything that it knows of the job.
  void suspend(Moment now);

  /// Fails when executors have not begun to run their parts in time; says once in the log what has not ended in time.
  void tick(Moment now);
  /// When tick() has something to do.
  std::optional<std::chrono::milliseconds> next_deadline() const;

 private:
  bool goes_on() const;
  void start();
  /// A subtask that an executor should have begun to run by now; of executors that have not answered first.
  std::optional<schemas::SubtaskId> find_not_begun() const;
  void fail_what_has_not_begun(Moment now);
  void name_what_has_not_ended() const;
  Status cause_at(schemas::SubtaskId subtask, const Status& cause) const;
  std::string place_of(schemas::SubtaskId subtask) const;
  void move(schemas::SubtaskId subtask, schemas::SubtaskState to, const Status& cause, Moment now);
  /// The subtasks on an executor of which nothing more will be heard; nothing if none was left.
  std::optional<schemas::SubtaskId> lose_subtasks(uint32_t executor, const Status& cause, Moment now);
  std::vector<schemas::SubtaskId> unended_on(uint32_t executor) const;
  void end_subtasks(std::string_view reason, Moment now);
  void settle(Moment now);

  JobDescription job_;
  schemas::AttemptId attempt_;
  JobSurroundings surroundings_;
  JobStatus status_;
  ExecutionGraph graph_;
  std::optional<Deployment> deployment_;
  bool started_ = false;
  /// By when every subtask should have begun; set while that is awaited.
  std::optional<std::chrono::milliseconds> begin_expected_;
  /// By when all subtasks should have ended; set while that is awaited.
  std::optional<std::chrono::milliseconds> end_expected_;
};

}  // namespace eddyline::jobmanager
