#pragma once

#include <functional>
#include <memory>

#include "common/clock/clock.hpp"
#include "common/logging/logger.hpp"
#include "common/net/network.hpp"
#include "taskexecutor/exchange/remote/data_plane.hpp"
#include "taskexecutor/job/subtask_activity.hpp"
#include "taskexecutor/process/job_deployment.hpp"
#include "taskexecutor/process/task_executor_settings.hpp"

namespace eddyline::taskexecutor {

/// What a task executor is about.
struct ExecutorActivity {
  Activity subtasks;
  DataPlaneCounters data;
};

/// A task executor with its threads.
///
/// Thread   the one that made it.
class TaskExecutor {
 public:
  /// What is in it is borrowed.
  struct Surroundings {
    /// Without data plane, name and entries, which come from the settings.
    DeploymentServices deployment;
    const Clock* clock = nullptr;
    Logger log;
    /// Of this program; in `deployment` it comes from here, too.
    std::string build;
    /// Told once when the process can do nothing more by itself; on a thread that must not be held up.
    std::function<void(const Status& why)> on_failure;
    /// Told when it must end at once, with threads that do not end; must not return.
    std::function<void(const Status& why)> on_stuck;
  };

  /// Its data port is bound when it is there; it then looks for the job manager by itself.
  /// Errors   kIoError for a port in use, kConfigurationError for an unknown host; both name option and address.
  static Result<std::unique_ptr<TaskExecutor>> start(const TaskExecutorSettings& settings, Surroundings surroundings,
                                                     std::unique_ptr<Network> network);
  /// Cancels what runs, and waits for it.
  virtual ~TaskExecutor() = default;

  /// Ends everything in order, jobs before the connection, and waits for it. At most once.
  virtual void close() = 0;
  virtual NetworkAddress data_address() const = 0;
  /// Thread   any, between start() and the destructor.
  virtual ExecutorActivity activity() = 0;
};

}  // namespace eddyline::taskexecutor
