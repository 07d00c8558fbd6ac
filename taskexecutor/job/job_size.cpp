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

uint64_t local_count(const JobPlacement& placement, uint64_t subtasks) {
  uint64_t count = 0;
  for (uint32_t subtask = 0; subtask < subtasks; ++subtask) count += placement.is_local(SubtaskIndex(subtask)) ? 1 : 0;
  return count;
}

/// Channels of an edge between so many subtasks that have an end in this process.
uint64_t channel_count(ExchangeKind kind, const JobPlacement& placement, uint64_t from, uint64_t to) {
  const uint64_t local_from = local_count(placement, from);
  if (kind == ExchangeKind::kForward) return local_from;
  if (kind == ExchangeKind::kSingle) return placement.is_local(SubtaskIndex(0)) ? from : local_from;
  return from * to - (from - local_from) * (to - local_count(placement, to));
}

/// With no vertex beyond `parallelism_max`.
JobSize size_of(const TaskGraph& graph, const JobPlacement& placement, uint64_t parallelism_max) {
  const auto parallelism = [&](VertexId vertex) {
    return std::min<uint64_t>(graph.vertices[vertex.value()].parallelism.value(), parallelism_max);
  };
  JobSize size;
  for (const TaskVertex& vertex : graph.vertices) {
    size.subtasks += local_count(placement, std::min<uint64_t>(vertex.parallelism.value(), parallelism_max));
  }
  for (const TaskEdge& edge : graph.edges) {
    size.channels += channel_count(edge.exchange.kind, placement, parallelism(edge.from), parallelism(edge.to));
  }
  return size;
}

/// The largest parallelism that fits; 0 if there are too many vertices.
uint64_t largest_parallelism(const TaskGraph& graph, const JobPlacement& placement) {
  uint64_t fits = 0;
  uint64_t too_large = (kSubtasksMax + 1) * std::max<size_t>(placement.executors.size(), 1);
  while (too_large - fits > 1) {
    const uint64_t middle = (fits + too_large) / 2;
    (size_of(graph, placement, middle).fits() ? fits : too_large) = middle;
  }
  return fits;
}

}  // namespace

Status check_job_size(const TaskGraph& graph, const JobPlacement& placement) {
  const JobSize size = size_of(graph, placement, UINT32_MAX);
  if (size.fits()) return {};
  const std::string_view whose = placement.executors.empty() ? "The job" : "A task executor's part of the job";
  return configuration_error(std::string(whose) + " has " + std::to_string(size.subtasks) + " subtasks with " +
                             std::to_string(size.channels) + " channels between them, and one process runs " +
                             std::to_string(kSubtasksMax) + " with " + std::to_string(kChannelsMax) +
                             " at most. Lower '" + execution_options().default_parallelism.key() + "' or '" +
                             table_options().default_parallelism.key() + "': a parallelism of " +
                             std::to_string(largest_parallelism(graph, placement)) + " is possible.");
}

}  // namespace eddyline::taskexecutor
