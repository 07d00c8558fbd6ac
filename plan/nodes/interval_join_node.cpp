#include "plan/nodes/interval_join_node.hpp"

#include "plan/join_upsert_keys.hpp"

namespace eddyline::plan {

ModifyKinds IntervalJoinNode::produced_kinds() const {
  return spec.early_fire_active() ? ModifyKinds::insert_update() : ModifyKinds::insert_only();
}

std::optional<std::vector<UpdateKind>> IntervalJoinNode::demanded_updates(UpdateKind) const {
  return std::vector<UpdateKind>(inputs.size(), UpdateKind::kNone);
}

std::vector<ColumnSet> IntervalJoinNode::derived_upsert_keys() const {
  return join_upsert_keys(spec.join, *inputs[0], *inputs[1]);
}

std::optional<std::string> IntervalJoinNode::refused_updates_reason() const {
  if (!spec.early_fire_active()) return std::nullopt;
  return "the EARLY_FIRE hint makes this outer interval join produce update changes (a padded row is emitted "
         "speculatively and "
         "later corrected on a match). Remove the EARLY_FIRE hint, or write into a downstream/sink that accepts update "
         "changes.";
}

NodeItems IntervalJoinNode::items(expression::PrintStyle style) const {
  std::vector<std::string> names = column_names(output_type);
  const IntervalJoinWindowBounds& bounds = spec.bounds;
  NodeItems items{{"joinType", std::string(join_type_plan_name(spec.join.type))},
                  {"windowBounds", std::string("isRowTime=") + (bounds.is_event_time ? "true" : "false") +
                                       ", leftLowerBound=" + std::to_string(bounds.left_lower.count()) +
                                       ", leftUpperBound=" + std::to_string(bounds.left_upper.count()) +
                                       ", leftTimeIndex=" + std::to_string(bounds.left_time_index) +
                                       ", rightTimeIndex=" + std::to_string(bounds.right_time_index)},
                  {"where", expression::to_string(*condition, names, style)},
                  {"select", joined_names(output_type)}};
  if (spec.early_fire) {
    items.emplace_back("earlyFireDelay", std::to_string(spec.early_fire->delay.count()));
    items.emplace_back("earlyFireTimeMode",
                       spec.early_fire->time_mode == EarlyFireTimeMode::kRowtime ? "ROWTIME" : "PROCTIME");
  }
  return items;
}

}  // namespace eddyline::plan
