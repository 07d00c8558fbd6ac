#pragma once

#include "programs/taskexecutor/job_services.hpp"
#include "taskexecutor/process/task_executor.hpp"

namespace eddyline::programs {

/// What a program adds to the task executor that it runs. Outlives it.
class TaskExecutorExtension {
 public:
  virtual ~TaskExecutorExtension() = default;
  /// Before the task executor is made.
  virtual void extend(JobServices& services) = 0;
  /// It runs; its start script is told so afterwards. Errors   the process ends with them.
  virtual Status begin(taskexecutor::TaskExecutor& executor) = 0;
  /// It is about to go. Also after a begin() that failed.
  virtual void end() = 0;
};

/// The whole main of a task executor. `extension`: borrowed, may be null.
int run_task_executor(int argc, char** argv, TaskExecutorExtension* extension);

}  // namespace eddyline::programs
