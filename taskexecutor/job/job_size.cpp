#include "taskexecutor/job/job_size.hpp"

#include <algorithm>

#include "common/config/execution_options.hpp"
#include "common/config/table_options.hpp"

namespace eddyline::taskexecutor {
namespace {

struct JobSize {
  uint64_t subtasks = 0;
  uint64_t channels = 0;

  bool fits() const { return subtasks <= kSubtasksMax && channels <= kChannelsMax; }
};

/// With no vertex beyond `parallelism_max`.
JobSize size_of(const TaskGraph& graph, uint64_t parallelism_max) {
  const auto parallelism = [&](VertexId vertex) {
    return std::min<uint64_t>(graph.vertices[vertex.value()].parallelism.value(), parallelism_max);
  };
  JobSize size;
  for (const TaskVertex& vertex : graph.vertices) {
    size.subtasks += std::min<uint64_t>(vertex.parallelism.value(), parallelism_max);
  }
  for (const TaskEdge& edge : graph.edges) {
    const bool one_each = edge.exchange.kind == ExchangeKind::kForward || edge.exchange.kind == ExchangeKind::kSingle;
    size.channels += parallelism(edge.from) * (one_each ? 1 : parallelism(edge.to));
  }
  return size;
}

/// The largest parallelism that fits; 0 if there are too many vertices.
uint64_t largest_parallelism(const TaskGraph& graph) {
  uint64_t fits = 0;
  uint64_t too_large = kSubtasksMax + 1;
  while (too_large - fits > 1) {
    const uint64_t middle = (fits + too_large) / 2;
    (size_of(graph, middle).fits() ? fits : too_large) = middle;
  }
  return fits;
}

}  // namespace

Status check_job_size(const TaskGraph& graph) {
  const JobSize size = size_of(graph, UINT32_MAX);
  if (size.fits()) return {};
  return configuration_error("The job has " + std::to_string(size.subtasks) + " subtasks with " +
                             std::to_string(size.channels) + " channels between them, and one process runs " +
                             std::to_string(kSubtasksMax) + " with " + std::to_string(kChannelsMax) +
                             " at most. Lower '" + execution_options().default_parallelism.key() + "' or '" +
                             table_options().default_parallelism.key() + "': a parallelism of " +
                             std::to_string(largest_parallelism(graph)) + " is possible.");
}

}  // namespace eddyline::taskexecutor
