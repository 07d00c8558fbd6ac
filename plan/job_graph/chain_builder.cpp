#include "plan/job_graph/chain_builder.hpp"

#include <algorithm>

#include "plan/job_graph/operator_uids.hpp"
#include "plan/nodes/exchange_node.hpp"
#include "plan/nodes/sink_node.hpp"
#include "plan/nodes/union_node.hpp"

namespace eddyline::plan {

namespace {

bool is_edge(const ExecNode& node) {
  return node_if<ExchangeNode>(node) != nullptr || node_if<UnionNode>(node) != nullptr;
}

Status parallelism_needs_key(const SinkNode& sink, Parallelism own, Parallelism input) {
  return planning_error(
      "The sink for table '" + sink.table->identifier.to_string() + "' has a configured parallelism of " +
      std::to_string(own.value()) + ", while the input parallelism is " + std::to_string(input.value()) +
      ". Since the configured parallelism is different from the input's parallelism and the changelog mode is "
      "not insert-only, a primary key is required but could not be found.");
}

/// What keeps the changes of one row in order where an updating stream changes its parallelism: the sink's primary key,
/// else a key of the stream.
std::optional<std::vector<size_t>> ordering_key(const ExecNode& producer, const ExecNode& consumer) {
  if (const auto* sink = node_if<SinkNode>(consumer); sink != nullptr && sink->table->primary_key) {
    return sink->table->sink_key_columns();
  }
  if (producer.upsert_keys.empty()) return std::nullopt;
  return std::ranges::min(producer.upsert_keys, {}, &ColumnSet::size);
}

}  // namespace

ChainBuilder::ChainBuilder(const ExecGraph& graph, const JobGraphSettings& settings)
    : settings_(settings), nodes_(graph.nodes()), uids_(operator_uids(graph)) {}

Result<JobGraph> ChainBuilder::build() {
  for (const ExecNodePtr& node : nodes_) {
    if (is_edge(*node)) continue;
    for (const auto& input : inputs_of(*node)) {
      for (const Upstream& upstream : input) ++consumers_[upstream.producer];
    }
  }
  for (const ExecNodePtr& node : nodes_) {
    if (!is_edge(*node)) RETURN_IF_ERROR(add(node));
  }
  for (JobVertex& vertex : result_.vertices) {
    for (const JobOperator& op : vertex.operators) vertex.name += (vertex.name.empty() ? "" : " -> ") + op.name;
  }
  RETURN_IF_ERROR(check_parallelism());
  return std::move(result_);
}

Status ChainBuilder::check_parallelism() const {
  for (const JobVertex& vertex : result_.vertices) {
    if (vertex.parallelism.value() <= vertex.max_parallelism.value()) continue;
    return planning_error("Vertex " + vertex.name + "'s parallelism (" + std::to_string(vertex.parallelism.value()) +
                          ") is higher than the max parallelism (" + std::to_string(vertex.max_parallelism.value()) +
                          "). Please lower the parallelism or increase the max parallelism.");
  }
  return {};
}

std::vector<ChainBuilder::Upstream> ChainBuilder::upstreams(const ExecNode& input) {
  if (!is_edge(input)) return {{&input, {}}};
  std::vector<Upstream> found;
  for (const ExecNodePtr& below : input.inputs) {
    const std::vector<Upstream> more = upstreams(*below);
    found.insert(found.end(), more.begin(), more.end());
  }
  if (const auto* exchange = node_if<ExchangeNode>(input)) {
    for (Upstream& upstream : found) upstream.distribution = exchange->distribution;
  }
  return found;
}

ChainBuilder::Inputs ChainBuilder::inputs_of(const ExecNode& node) {
  Inputs inputs;
  for (const ExecNodePtr& input : node.inputs) inputs.push_back(upstreams(*input));
  return inputs;
}

Status ChainBuilder::add(const ExecNodePtr& node) {
  const Inputs inputs = inputs_of(*node);
  const Parallelism parallelism = parallelism_of(*node, inputs);
  const bool chained = can_chain(inputs, parallelism);
  const VertexId id = chained ? vertices_.at(inputs[0][0].producer) : new_vertex(parallelism);
  vertices_[node.get()] = id;
  result_.vertices[id.value()].operators.push_back({node, node->operator_name(), uids_.at(node.get())});
  if (chained) return {};
  for (size_t input = 0; input < inputs.size(); ++input) {
    for (const Upstream& upstream : inputs[input]) {
      ASSIGN_OR_RETURN(JobEdge edge, this->edge(upstream, *node, id, input));
      result_.edges.push_back(std::move(edge));
    }
  }
  return {};
}

Parallelism ChainBuilder::parallelism_of(const ExecNode& node, const Inputs& inputs) const {
  if (const auto own = node.own_parallelism()) return *own;
  if (inputs.empty()) return settings_.default_parallelism;
  Parallelism widest(1);
  for (const auto& input : inputs) {
    for (const Upstream& upstream : input) {
      switch (upstream.distribution.type) {
        case Distribution::Type::kSingleton:
          return Parallelism(1);
        case Distribution::Type::kHash:
        case Distribution::Type::kBroadcast:
          widest = std::max(widest, settings_.default_parallelism);
          break;
        case Distribution::Type::kUnknown:
          widest = std::max(widest, vertex_of(*upstream.producer).parallelism);
          break;
      }
    }
  }
  return widest;
}

bool ChainBuilder::can_chain(const Inputs& inputs, Parallelism parallelism) const {
  if (!settings_.chaining || inputs.size() != 1 || inputs[0].size() != 1) return false;
  const Upstream& upstream = inputs[0][0];
  return upstream.distribution.type == Distribution::Type::kUnknown && consumers_.at(upstream.producer) == 1 &&
         vertex_of(*upstream.producer).parallelism == parallelism;
}

VertexId ChainBuilder::new_vertex(Parallelism parallelism) {
  JobVertex vertex;
  vertex.id = VertexId(static_cast<uint32_t>(result_.vertices.size()));
  vertex.parallelism = parallelism;
  vertex.max_parallelism = settings_.max_parallelism.value_or(default_max_parallelism(parallelism));
  result_.vertices.push_back(std::move(vertex));
  return result_.vertices.back().id;
}

Result<JobEdge> ChainBuilder::edge(const Upstream& upstream, const ExecNode& consumer, VertexId target,
                                   size_t target_input) const {
  const JobVertex& source = vertex_of(*upstream.producer);
  const Parallelism target_parallelism = result_.vertices[target.value()].parallelism;
  JobEdge edge{source.id, target, target_input, ExchangeKind::kForward, {}};
  switch (upstream.distribution.type) {
    case Distribution::Type::kHash:
      edge.exchange = ExchangeKind::kHash;
      edge.keys = upstream.distribution.keys;
      return edge;
    case Distribution::Type::kSingleton:
      edge.exchange = ExchangeKind::kSingle;
      return edge;
    case Distribution::Type::kBroadcast:
      edge.exchange = ExchangeKind::kBroadcast;
      return edge;
    case Distribution::Type::kUnknown:
      break;
  }
  if (source.parallelism == target_parallelism) return edge;
  if (target_parallelism == Parallelism(1)) {
    edge.exchange = ExchangeKind::kSingle;
    return edge;
  }
  if (upstream.producer->changelog_mode.is_insert_only()) {
    edge.exchange = ExchangeKind::kRebalance;
    return edge;
  }
  std::optional<std::vector<size_t>> key = ordering_key(*upstream.producer, consumer);
  if (!key) {
    if (const auto* sink = node_if<SinkNode>(consumer)) {
      return parallelism_needs_key(*sink, target_parallelism, source.parallelism);
    }
    return planning_error("The updating stream of " + upstream.producer->operator_name() + " with a parallelism of " +
                          std::to_string(source.parallelism.value()) + " cannot go to " + consumer.operator_name() +
                          " with a parallelism of " + std::to_string(target_parallelism.value()) +
                          ", since it has no key that keeps its changes in order.");
  }
  edge.exchange = ExchangeKind::kHash;
  edge.keys = *std::move(key);
  return edge;
}

const JobVertex& ChainBuilder::vertex_of(const ExecNode& node) const {
  return result_.vertices[vertices_.at(&node).value()];
}

}  // namespace eddyline::plan
