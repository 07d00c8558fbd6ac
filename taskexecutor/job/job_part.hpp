#pragma once

#include "taskexecutor/job/job_placement.hpp"

namespace eddyline::taskexecutor {

class DataPlane;

/// Which subtasks of a job run in this process, and how they reach the others. Default: all of them.
struct JobPart {
  JobPlacement placement;
  /// Borrowed, and outlives the job; null if the placement has no executors.
  DataPlane* data_plane = nullptr;
};

}  // namespace eddyline::taskexecutor
