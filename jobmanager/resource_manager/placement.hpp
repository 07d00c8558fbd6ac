#pragma once

#include <cstdint>
#include <vector>

#include "common/net/network.hpp"
#include "schemas/control_messages.hpp"

namespace eddyline::jobmanager {

struct PlacedExecutor {
  PeerId peer;
  schemas::ExecutorAddress address;
};

/// The slots that a job was given. A value.
struct Placement {
  /// Each once.
  std::vector<PlacedExecutor> executors;
  /// By slot of the job: index into `executors`.
  std::vector<uint32_t> executor_of_slot;
};

}  // namespace eddyline::jobmanager
