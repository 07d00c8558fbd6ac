#include "jobmanager/dispatcher/compiled_plan_reader.hpp"

#include "plan/job_graph/job_graph.hpp"
#include "plan/job_graph/job_graph_digest.hpp"
#include "plan/json/plan_json.hpp"
#include "plan/nodes/collect_node.hpp"

namespace eddyline::jobmanager {
namespace {

VertexTopology vertex_topology(const plan::JobVertex& vertex) {
  VertexTopology topology{.name = vertex.name,
                          .uid = vertex.operators[0].uid,
                          .description = {},
                          .parallelism = vertex.parallelism,
                          .max_parallelism = vertex.max_parallelism,
                          .inputs = {}};
  for (const plan::JobOperator& op : vertex.operators) {
    if (!topology.description.empty()) topology.description += '\n';
    topology.description += op.node->description;
  }
  return topology;
}

bool collects(const plan::JobVertex& vertex) {
  return plan::node_if<plan::CollectNode>(*vertex.operators.back().node) != nullptr;
}

}  // namespace

Result<JobTopology> CompiledPlanReader::read(const std::string& plan, const Configuration& settings) const {
  ASSIGN_OR_RETURN(const plan::JobGraphSettings graph_settings, plan::job_graph_settings(settings));
  ASSIGN_OR_RETURN(const plan::ExecGraph exec_graph, plan::read_plan(plan, nodes_, vocabulary_));
  ASSIGN_OR_RETURN(const plan::JobGraph graph, plan::make_job_graph(exec_graph, graph_settings));
  JobTopology topology;
  for (const plan::JobVertex& vertex : graph.vertices) {
    if (collects(vertex)) {
      if (topology.collect) return validation_error("A plan keeps the rows of one query at most.");
      topology.collect = vertex.id;
    }
    topology.vertices.push_back(vertex_topology(vertex));
  }
  topology.digest = plan::job_graph_digest(graph);
  if (topology.vertices.empty()) return validation_error("A plan without operators cannot be run.");
  for (const plan::JobEdge& edge : graph.edges) {
    topology.vertices[edge.target.value()].inputs.push_back({edge.source, edge.exchange});
  }
  return topology;
}

}  // namespace eddyline::jobmanager
