#pragma once

#include <memory>

#include "schemas/control_messages.hpp"

namespace eddyline::taskexecutor {

/// What the core of a task executor asks for. Nothing is waited for: what comes of it is told to the core later, never from
/// within the call.
class ExecutorSurroundings {
 public:
  virtual ~ExecutorSurroundings() = default;

  // The connection to the job manager; there is one at a time.

  /// on_connected() or on_disconnected() follows.
  virtual void connect() = 0;
  /// Ends it once what was sent has gone out; nothing of it follows.
  virtual void disconnect() = 0;
  virtual void send(schemas::ToJobManager message) = 0;

  // Parts of jobs. Those of one attempt are done one after the other.

  /// on_job_made() follows.
  virtual void make_job(std::shared_ptr<const schemas::DeployJob> deployment) = 0;
  /// on_job_run() follows, and what becomes of each subtask.
  virtual void run_job(schemas::AttemptId attempt) = 0;
  /// Asks the subtasks of a job that is run to end; each then ends with `reason`, unless it has ended otherwise.
  virtual void stop_job(schemas::AttemptId attempt, const Status& reason) = 0;
  /// Frees a job that is not run or whose subtasks have ended. on_job_freed() follows.
  virtual void free_job(schemas::AttemptId attempt) = 0;

  /// Nothing is asked for any more. ok: it was asked to end, and no job is left.
  virtual void end_process(const Status& why) = 0;
  /// The process must end at once, without waiting for what does not end. Nothing is asked for any more.
  virtual void abort_process(const Status& why) = 0;
};

}  // namespace eddyline::taskexecutor
