#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "taskexecutor/process/collected_rows.hpp"
#include "taskexecutor/process/deployed_jobs.hpp"
#include "taskexecutor/process/job_manager_link.hpp"

namespace eddyline::taskexecutor {

/// The part of a job that was made here.
struct MadeJob {
  std::vector<MadeSubtask> subtasks;
  /// Where the rows of a SELECT come if their sink is here, else null.
  std::shared_ptr<operators::ResultBuffer> rows;
};

/// What a task executor decides, as a state machine: it is told what happens and when, and asks its surroundings for the rest.
///
/// Thread   one.
class TaskExecutorCore {
 public:
  /// Surroundings are borrowed; they are asked for things only from within a call.
  TaskExecutorCore(JobManagerLink::Settings settings, ExecutorSurroundings& surroundings, const Logger& log);

  void start(Moment now);
  /// Jobs end, then the process.
  void shut_down(Moment now);

  void on_connected(Moment now);
  void on_disconnected(const Status& why, Moment now);
  void on_message(schemas::ToExecutor message, Moment now);
  /// Something came from the job manager that is no message: the connection ends, and the jobs with it.
  void on_malformed_message(const Status& why, Moment now);

  void on_job_made(schemas::AttemptId attempt, const Result<MadeJob>& made, Moment now);
  void on_job_run(schemas::AttemptId attempt, const Status& result, Moment now);
  void on_subtask_running(schemas::AttemptId attempt, schemas::SubtaskId subtask, Moment now);
  void on_subtask_ended(schemas::AttemptId attempt, schemas::SubtaskId subtask, const Status& result, Moment now);
  void on_job_freed(schemas::AttemptId attempt, Moment now);
  void on_rows(schemas::AttemptId attempt);

  void tick(Moment now);
  /// When tick() has something to do.
  std::optional<std::chrono::milliseconds> next_tick() const;

  bool registered() const { return link_.registered(); }
  /// Messages of the job manager that were none, or asked for what cannot be.
  uint64_t dropped_messages() const { return dropped_messages_; }

 private:
  void receive(schemas::ExecutorRegistered message, Moment now);
  void receive(schemas::ExecutorRefused message, Moment now);
  void receive(schemas::Heartbeat message, Moment now);
  void receive(schemas::DeployJob message, Moment now);
  void receive(schemas::StartJob message, Moment now);
  void receive(schemas::CancelAttempt message, Moment now);
  void receive(schemas::FetchRows message, Moment now);

  void drop_message(std::string_view why);
  void answer(std::vector<schemas::FetchedRows> answers);
  void lose_jobs(Moment now);
  void end_if_done();
  void end(const Status& why);
  /// Something does not end: the process goes with it, as Flink's does.
  void abort(const Status& why);

  ExecutorSurroundings& surroundings_;
  const Logger log_;
  JobManagerLink link_;
  DeployedJobs jobs_;
  CollectedRows rows_;
  uint64_t dropped_messages_ = 0;
  bool closing_ = false;
  bool ended_ = false;
  bool aborted_ = false;
};

}  // namespace eddyline::taskexecutor
