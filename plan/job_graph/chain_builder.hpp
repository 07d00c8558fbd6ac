#pragma once

#include <map>

#include "plan/distribution.hpp"
#include "plan/job_graph/job_graph.hpp"

namespace eddyline::plan {

/// Cuts a plan into chains. Exchanges and unions become edges; every other node becomes an operator of a vertex.
class ChainBuilder {
 public:
  ChainBuilder(const ExecGraph& graph, const JobGraphSettings& settings);
  Result<JobGraph> build();

 private:
  /// Where rows of an input come from, and how they are spread on the way.
  struct Upstream {
    const ExecNode* producer = nullptr;
    Distribution distribution;  ///< kUnknown: no exchange between
  };
  using Inputs = std::vector<std::vector<Upstream>>;

  static std::vector<Upstream> upstreams(const ExecNode& input);
  static Inputs inputs_of(const ExecNode& node);
  Status add(const ExecNodePtr& node);
  Parallelism parallelism_of(const ExecNode& node, const Inputs& inputs) const;
  bool can_chain(const Inputs& inputs, Parallelism parallelism) const;
  VertexId new_vertex(Parallelism parallelism);
  Result<JobEdge> edge(const Upstream& upstream, const ExecNode& consumer, VertexId target, size_t target_input) const;
  /// A subtask without a key group would have nothing to do.
  Status check_parallelism() const;
  const JobVertex& vertex_of(const ExecNode& node) const;

  const JobGraphSettings& settings_;
  std::vector<ExecNodePtr> nodes_;
  std::map<const ExecNode*, std::string> uids_;
  std::map<const ExecNode*, size_t> consumers_;
  std::map<const ExecNode*, VertexId> vertices_;
  JobGraph result_;
};

}  // namespace eddyline::plan
