#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "jobmanager/execution_graph/execution_graph.hpp"
#include "schemas/control_messages.hpp"

namespace eddyline::jobmanager {

/// When a job went into each state, indexed by JobState.
using JobTimestamps = std::array<std::optional<ProcessingTime>, 11>;

/// How a job stands, or stood when it ended. A value.
struct JobView {
  schemas::JobSummary summary;
  JobTimestamps timestamps;
  /// Nothing while it goes on.
  std::optional<ProcessingTime> end_time;
  std::shared_ptr<const JobTopology> topology;
  /// By vertex id.
  std::vector<VertexView> vertices;
};

}  // namespace eddyline::jobmanager
