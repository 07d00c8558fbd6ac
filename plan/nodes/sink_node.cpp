#include "plan/nodes/sink_node.hpp"

namespace eddyline::plan {

NodeItems SinkNode::items(expression::PrintStyle) const {
  NodeItems items{{"table", table->identifier.to_string()}, {"fields", joined_names(inputs[0]->output_type)}};
  if (conflict != ConflictStrategy::kNone) items.emplace_back("conflictStrategy", conflict_strategy_name(conflict));
  return items;
}

}  // namespace eddyline::plan
