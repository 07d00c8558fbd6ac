#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "plan/job_graph/exchange_kind.hpp"

namespace eddyline::jobmanager {

/// Rows of another vertex that a vertex reads.
struct VertexInput {
  VertexId source;
  plan::ExchangeKind exchange = plan::ExchangeKind::kForward;
};

struct VertexTopology {
  std::string name;
  /// Of its first operator: 32 hex digits, no two of a job are the same.
  std::string uid;
  /// A line for each operator of its chain.
  std::string description;
  Parallelism parallelism{1};
  MaxParallelism max_parallelism{128};
  std::vector<VertexInput> inputs;
};

/// What the job manager knows of a job graph: enough to place, watch and show a job, nothing of what its operators do. A value.
struct JobTopology {
  /// By vertex id; sources before their consumers. At least one.
  std::vector<VertexTopology> vertices;
  /// The vertex that keeps the rows of a SELECT; its parallelism is 1.
  std::optional<VertexId> collect;
  /// plan::job_graph_digest, which every executor of the job must come to, too.
  std::string digest;

  /// Subtask n of every vertex runs in slot n.
  uint32_t slots() const {
    uint32_t most = 0;
    for (const VertexTopology& vertex : vertices) most = std::max(most, vertex.parallelism.value());
    return most;
  }
};

}  // namespace eddyline::jobmanager
