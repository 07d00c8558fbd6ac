#pragma once

#include <cstdint>

namespace eddyline::jobmanager {

/// The jobs that are remembered, by what has become of them.
struct JobCounts {
  /// Has not ended.
  int64_t running = 0;
  int64_t finished = 0;
  int64_t canceled = 0;
  int64_t failed = 0;
};

}  // namespace eddyline::jobmanager
