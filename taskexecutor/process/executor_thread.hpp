#pragma once

#include "common/concurrency/core_thread.hpp"
#include "taskexecutor/process/task_executor_core.hpp"

namespace eddyline::taskexecutor {

/// The thread that drives the core of a task executor.
using ExecutorThread = CoreThread<TaskExecutorCore>;

}  // namespace eddyline::taskexecutor
