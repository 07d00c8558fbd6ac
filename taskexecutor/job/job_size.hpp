#pragma once

#include <cstdint>

#include "common/base/status.hpp"
#include "taskexecutor/job/job_placement.hpp"
#include "taskexecutor/job/task_graph.hpp"

namespace eddyline::taskexecutor {

/// Subtasks of a job that one process runs: each has a thread.
inline constexpr uint64_t kSubtasksMax = uint64_t{1} << 13;
/// Channels between them: an idle one is some 700 bytes, and there are as many as the square of the parallelism.
inline constexpr uint64_t kChannelsMax = uint64_t{1} << 21;

/// Refuses a job of which more runs in this process than one can.
/// Errors   kConfigurationError, which names the options and the largest parallelism that is possible.
Status check_job_size(const TaskGraph& graph, const JobPlacement& placement = {});

}  // namespace eddyline::taskexecutor
