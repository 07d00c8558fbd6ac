#include "plan/nodes/group_aggregate_node.hpp"

#include <numeric>

#include "expression/aggregate_function.hpp"

namespace eddyline::plan {

ModifyKinds GroupAggregateNode::produced_kinds() const {
  return inputs[0]->modify_kinds.is_insert_only() ? ModifyKinds::insert_update() : ModifyKinds::all();
}

std::optional<std::vector<UpdateKind>> GroupAggregateNode::demanded_updates(UpdateKind) const {
  return std::vector<UpdateKind>{inputs[0]->modify_kinds.has_update() ? UpdateKind::kBeforeAndAfter
                                                                      : UpdateKind::kNone};
}

void GroupAggregateNode::changelog_settled() {
  generate_update_before = changelog_mode.contains(RowKind::kUpdateBefore);
  needs_retraction = !inputs[0]->changelog_mode.is_insert_only();
}

std::vector<ColumnSet> GroupAggregateNode::derived_upsert_keys() const {
  ColumnSet key(grouping.size());
  std::iota(key.begin(), key.end(), size_t{0});
  return {key};
}

namespace {

std::string call_text(const expression::AggregateCall& call, bool retracts, const RowType& input) {
  std::string text = call.function->name;
  if (retracts) text += "_RETRACT";
  text += '(';
  if (call.distinct) text += "DISTINCT ";
  text += call.arguments.empty() ? "*" : joined_names(input, call.arguments);
  text += ')';
  if (call.filter) text += " FILTER " + input[*call.filter].name;
  return text + " AS " + call.name;
}

}  // namespace

NodeItems GroupAggregateNode::items(expression::PrintStyle) const {
  const RowType& input = inputs[0]->output_type;
  NodeItems items;
  if (!grouping.empty()) items.emplace_back("groupBy", joined_names(input, grouping));
  std::string select = joined_names(input, grouping);
  for (const expression::AggregateCall& call : calls) {
    if (!select.empty()) select += ", ";
    select += call_text(call, !inputs[0]->modify_kinds.is_insert_only(), input);
  }
  items.emplace_back("select", std::move(select));
  return items;
}

}  // namespace eddyline::plan
