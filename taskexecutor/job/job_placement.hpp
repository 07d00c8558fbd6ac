#pragma once

#include <cstdint>
#include <vector>

#include "common/base/ids.hpp"
#include "common/net/network.hpp"

namespace eddyline::taskexecutor {

/// Which task executor runs which slot of a job. Subtask n of every vertex runs in the job's slot n. A value.
struct JobPlacement {
  /// Drawn at random for each try to run the job; on every frame between executors.
  uint64_t attempt = 0;
  /// Where the executors take data; with no entry everything runs in this process.
  std::vector<NetworkAddress> executors;
  /// This process, as an index into `executors`.
  uint32_t self = 0;
  /// By slot: index into `executors`.
  std::vector<uint32_t> executor_of_slot;

  bool is_local(SubtaskIndex subtask) const { return executors.empty() || executor_of_slot[subtask.value()] == self; }
};

}  // namespace eddyline::taskexecutor
