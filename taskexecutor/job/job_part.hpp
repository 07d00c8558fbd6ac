#pragma once

#include <memory>

#include "taskexecutor/job/job_placement.hpp"
#include "taskexecutor/snapshot/restored_job.hpp"
#include "taskexecutor/snapshot/subtask_snapshots.hpp"

namespace eddyline::taskexecutor {

class DataPlane;

/// Which subtasks of a job run in this process, and how they reach the others. Default: all of them.
struct JobPart {
  JobPlacement placement;
  /// Borrowed, and outlives the job; null if the placement has no executors.
  DataPlane* data_plane = nullptr;
  /// What the job begins with; null for a fresh start.
  std::shared_ptr<const RestoredJob> restored = nullptr;
  SnapshotServices snapshots = {};
};

}  // namespace eddyline::taskexecutor
