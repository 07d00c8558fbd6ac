#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "common/base/ids.hpp"

namespace eddyline::taskexecutor {

/// The vertices of an edge.
struct EdgeName {
  std::string from;
  std::string to;
  Parallelism from_parallelism{1};
  Parallelism to_parallelism{1};
};

/// Which of a job's channels, for messages.
struct ChannelName {
  uint32_t number = 0;
  SubtaskIndex from;
  SubtaskIndex to;
  std::shared_ptr<const EdgeName> edge;

  /// "channel 7 from Source: t[1] (1/2) to Calc[2] (2/2)".
  std::string to_string() const;
};

}  // namespace eddyline::taskexecutor
