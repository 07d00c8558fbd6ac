#include "taskexecutor/snapshot/checkpoint_targets.hpp"

#include <algorithm>
#include <utility>

namespace eddyline::taskexecutor {

void CheckpointTargets::note(CheckpointTrigger trigger) {
  const std::lock_guard lock(mutex_);
  if (latest_.size() == kKept) latest_.erase(latest_.begin());
  latest_.push_back(std::move(trigger));
}

std::optional<CheckpointTrigger> CheckpointTargets::find(CheckpointId checkpoint) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(latest_, checkpoint, &CheckpointTrigger::checkpoint);
  return found == latest_.end() ? std::nullopt : std::optional(*found);
}

}  // namespace eddyline::taskexecutor
