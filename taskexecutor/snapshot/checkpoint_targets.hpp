#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "taskexecutor/snapshot/checkpoint_listener.hpp"

namespace eddyline::taskexecutor {

/// Where the checkpoints of a job go whose barriers may be under way here.
/// Thread   any.
class CheckpointTargets {
 public:
  /// Before sources are told, and so before a barrier comes from one of them.
  void note(CheckpointTrigger trigger);
  /// None: nobody has told of the checkpoint, or it is long over.
  std::optional<CheckpointTrigger> find(CheckpointId checkpoint) const;

 private:
  /// More than may wait in a mailbox.
  static constexpr size_t kKept = 32;

  mutable std::mutex mutex_;
  std::vector<CheckpointTrigger> latest_;
};

}  // namespace eddyline::taskexecutor
