#pragma once

#include <string>
#include <vector>

#include "schemas/control_messages.hpp"

namespace eddyline::programs {

/// Which jobs `list` shows.
struct JobSelection {
  bool running = false;
  bool scheduled = false;
  bool ended = false;
};

/// The lines that `list` prints about jobs: by state, then by start time, which is in the zone of the process.
/// Source   Flink's command line: cluster-and-client reference 1.8.
std::string job_listing(const std::vector<schemas::JobSummary>& jobs, const JobSelection& selection);

}  // namespace eddyline::programs
