#pragma once

#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"
#include "schemas/checkpoint_metadata.hpp"

namespace eddyline::taskexecutor {

/// What the coordinator tells every executor of a job, for all of its subtasks there: sources send a barrier, the others get one.
struct CheckpointTrigger {
  CheckpointId checkpoint{0};
  /// Is there; state files go into it.
  std::string folder;
  /// execution.checkpointing.data-inline-threshold: less than that has no file of its own.
  Bytes inline_max{20 << 10};
};

/// Everything that a subtask had at the barrier is on disk.
struct SubtaskAcknowledgement {
  CheckpointId checkpoint{0};
  VertexId vertex;
  SubtaskIndex subtask;
  /// Head first, each with what this subtask has of it.
  std::vector<schemas::SavedOperator> operators;
};

/// A subtask has nothing to give to a checkpoint, which fails.
struct SubtaskDecline {
  CheckpointId checkpoint{0};
  VertexId vertex;
  SubtaskIndex subtask;
  Status reason;
};

/// Learns what the subtasks of a job did for checkpoints.
/// Thread   any, several at once; must not block.
class CheckpointListener {
 public:
  virtual ~CheckpointListener() = default;
  virtual void acknowledge(SubtaskAcknowledgement acknowledgement) = 0;
  virtual void decline(SubtaskDecline decline) = 0;
};

}  // namespace eddyline::taskexecutor
