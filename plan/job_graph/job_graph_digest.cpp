#include "plan/job_graph/job_graph_digest.hpp"

#include "plan/job_graph/text_hash.hpp"

namespace eddyline::plan {
namespace {

std::string text_of(const JobVertex& vertex) {
  std::string text = std::to_string(vertex.parallelism.value()) + "/" + std::to_string(vertex.max_parallelism.value());
  for (const JobOperator& op : vertex.operators) text.append(" ").append(op.node->type()).append(":").append(op.uid);
  return text + "\n";
}

std::string text_of(const JobEdge& edge) {
  std::string text = std::to_string(edge.source.value()) + ">" + std::to_string(edge.target.value()) + "." +
                     std::to_string(edge.target_input) + " ";
  text.append(exchange_kind_name(edge.exchange));
  for (const size_t key : edge.keys) text.append(" ").append(std::to_string(key));
  return text + "\n";
}

uint64_t channels_of(const JobEdge& edge, const JobGraph& graph) {
  const uint64_t sources = graph.vertices[edge.source.value()].parallelism.value();
  switch (edge.exchange) {
    case ExchangeKind::kForward:
    case ExchangeKind::kSingle:
      return sources;
    case ExchangeKind::kHash:
    case ExchangeKind::kRebalance:
    case ExchangeKind::kBroadcast:
      return sources * graph.vertices[edge.target.value()].parallelism.value();
  }
  CHECK(false) << "no kind of exchange";
  return 0;
}

}  // namespace

uint64_t channel_count(const JobGraph& graph) {
  uint64_t count = 0;
  for (const JobEdge& edge : graph.edges) count += channels_of(edge, graph);
  return count;
}

std::string job_graph_digest(const JobGraph& graph) {
  std::string text;
  for (const JobVertex& vertex : graph.vertices) text += text_of(vertex);
  for (const JobEdge& edge : graph.edges) text += text_of(edge);
  return text_hash(text + std::to_string(channel_count(graph)));
}

}  // namespace eddyline::plan
