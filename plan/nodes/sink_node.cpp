#include "plan/nodes/sink_node.hpp"

namespace eddyline::plan {

std::string target_columns_text(const std::vector<size_t>& columns) {
  std::string text;
  for (const size_t column : columns) text += (text.empty() ? "[" : ",[") + std::to_string(column) + "]";
  return text;
}

NodeItems SinkNode::items(expression::PrintStyle) const {
  NodeItems items{{"table", table->identifier.to_string()}};
  if (!target_columns.empty()) items.emplace_back("targetColumns", target_columns_text(target_columns));
  items.emplace_back("fields", joined_names(inputs[0]->output_type));
  if (conflict != ConflictStrategy::kNone) items.emplace_back("conflictStrategy", conflict_strategy_name(conflict));
  return items;
}

}  // namespace eddyline::plan
