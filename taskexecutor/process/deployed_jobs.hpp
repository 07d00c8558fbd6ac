#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/clock/moment.hpp"
#include "common/logging/logger.hpp"
#include "schemas/control_messages.hpp"
#include "taskexecutor/process/executor_surroundings.hpp"

namespace eddyline::taskexecutor {

/// A subtask that was made and waits to run.
struct MadeSubtask {
  schemas::SubtaskId id;
  /// "Calc[3] (2/4)".
  std::string name;
};

/// The jobs of which this process runs parts, from their deployment until nothing is left of them, and what the job manager is
/// told of each subtask.
///
/// Thread   the core's.
class DeployedJobs {
 public:
  /// Takes what the job manager is to be told; it is told only of jobs that it knows of, see forget_job_manager().
  using Report = std::function<void(schemas::ToJobManager)>;

  DeployedJobs(ExecutorSurroundings& surroundings, Report report, const Logger& log)
      : surroundings_(surroundings), report_(std::move(report)), log_(log) {}

  bool empty() const { return jobs_.empty(); }
  /// Whether the attempt is here, and the job manager still knows of it.
  bool contains(schemas::AttemptId attempt) const;

  // What the job manager asks for. False: it asks for what cannot be.

  bool deploy(schemas::DeployJob deployment);
  bool start(schemas::AttemptId attempt, Moment now);
  /// True also for an attempt that is not here any more.
  bool cancel(schemas::AttemptId attempt, const Status& reason, Moment now);

  /// The process ends: no further job is taken, and those that are here fail with `cause`.
  void close(const Status& cause, Moment now);
  /// The job manager that asked for the jobs is gone: they end, and nobody is told.
  void forget_job_manager(Moment now);

  // What becomes of what was asked for.

  /// `made`: its subtasks here, or why there are none. Whether it waits to be started.
  bool on_made(schemas::AttemptId attempt, const Result<std::vector<MadeSubtask>>& made);
  /// Not ok: the threads for it are not there.
  void on_run(schemas::AttemptId attempt, const Status& result, Moment now);
  void on_subtask_running(schemas::AttemptId attempt, schemas::SubtaskId subtask, Moment now);
  void on_subtask_ended(schemas::AttemptId attempt, schemas::SubtaskId subtask, const Status& result, Moment now);
  void on_freed(schemas::AttemptId attempt);

  /// What has not ended within task.cancellation.timeout; ok while nothing is overdue.
  Status check_ends(Moment now) const;
  /// When check_ends() has news.
  std::optional<std::chrono::milliseconds> next_deadline() const;

 private:
  enum class Life : uint8_t { kMaking, kMade, kRunning, kFreeing };
  struct Subtask {
    std::string name;
    schemas::SubtaskState state = schemas::SubtaskState::kDeploying;
  };
  struct Job {
    std::string name;
    Life life = Life::kMaking;
    /// Whether the job manager that deployed it is there.
    bool reported = true;
    /// Why it is to end; ok while it is not.
    Status stop;
    /// task.cancellation.timeout; none if what does not end may stay.
    std::optional<std::chrono::milliseconds> end_timeout;
    /// By when nothing of it should be left.
    std::optional<std::chrono::milliseconds> end_expected;
    /// Those that have not ended.
    std::map<schemas::SubtaskId, Subtask> subtasks;
  };

  Job* find(schemas::AttemptId attempt);
  void stop(schemas::AttemptId attempt, Job& job, const Status& reason, Moment now);
  void move(schemas::AttemptId attempt, const Job& job, schemas::SubtaskId id, Subtask& subtask, schemas::SubtaskState to,
            const Status& cause, Moment now);
  void end_subtask(schemas::AttemptId attempt, Job& job, schemas::SubtaskId id, const Status& result, Moment now);
  void end_all(schemas::AttemptId attempt, Job& job, const Status& result, Moment now);
  void free(schemas::AttemptId attempt, Job& job);
  void report(const Job& job, schemas::ToJobManager message) const;

  ExecutorSurroundings& surroundings_;
  const Report report_;
  const Logger log_;
  std::map<schemas::AttemptId, Job> jobs_;
  /// Why no job is taken any more; ok while they are.
  Status closed_;
};

}  // namespace eddyline::taskexecutor
