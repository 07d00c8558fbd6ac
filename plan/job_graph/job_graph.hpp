#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"
#include "common/config/configuration.hpp"
#include "plan/exec_graph.hpp"
#include "plan/job_graph/exchange_kind.hpp"

namespace eddyline::plan {

/// One operator of a chain.
struct JobOperator {
  ExecNodePtr node;
  /// "Calc[3]", "Source: orders[1]", "Sink: out[9]".
  std::string name;
  /// 32 hex digits: what a savepoint finds the operator's state by.
  std::string uid;
};

/// A chain of operators that run in one subtask: operators[0] takes the vertex's inputs (or reads a source), every
/// other one takes the output of the one before it; the last one's output leaves the vertex.
struct JobVertex {
  VertexId id;
  /// The operators' names joined by " -> ".
  std::string name;
  Parallelism parallelism{1};
  MaxParallelism max_parallelism{128};
  std::vector<JobOperator> operators;
};

/// A connection of two vertices. Several edges may end at one input of a vertex (UNION ALL): it reads all their
/// channels as one.
struct JobEdge {
  VertexId source;
  VertexId target;
  /// Input of the target's first operator.
  size_t target_input = 0;
  ExchangeKind exchange = ExchangeKind::kForward;
  /// kHash: columns of the rows that travel.
  std::vector<size_t> keys;
};

/// The plan as vertices and exchanges: what is scheduled. A value.
struct JobGraph {
  /// Indexed by vertex id; sources before their consumers.
  std::vector<JobVertex> vertices;
  /// By target, then by input.
  std::vector<JobEdge> edges;
};

/// What the configuration says about the shape of a job.
struct JobGraphSettings {
  /// table.exec.resource.default-parallelism, else parallelism.default.
  Parallelism default_parallelism{1};
  /// pipeline.max-parallelism; nothing takes the default for each vertex's parallelism.
  std::optional<MaxParallelism> max_parallelism;
  /// pipeline.operator-chaining.enabled
  bool chaining = true;
};

/// Errors   kConfigurationError for values that are none.
Result<JobGraphSettings> job_graph_settings(const Configuration& configuration);

/// Chains, parallelism, exchanges and uids of a plan whose nodes are numbered.
///
/// Errors   kPlanningError: a sink's own parallelism with an updating input and no primary key to hash by;
///          a parallelism above the maximum.
Result<JobGraph> make_job_graph(const ExecGraph& graph, const JobGraphSettings& settings);

}  // namespace eddyline::plan
