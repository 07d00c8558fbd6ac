#include "plan/nodes/interval_join_node.hpp"

#include <array>

#include "common/json/json_field.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/join_upsert_keys.hpp"
#include "plan/json/expression_json.hpp"
#include "plan/json/field_json.hpp"
#include "plan/json/node_checks.hpp"
#include "plan/json/plan_vocabulary.hpp"

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

namespace {

constexpr std::array<std::string_view, 2> kTimeModeNames{"ROWTIME", "PROCTIME"};

JsonValue to_json(const JoinSpec& join) {
  return JsonValue::Object{{"joinType", join_type_name(join.type)},
                           {"leftKeys", plan::to_json(join.left_keys)},
                           {"rightKeys", plan::to_json(join.right_keys)},
                           {"filterNulls", JsonValue::Array(join.filter_nulls.begin(), join.filter_nulls.end())},
                           {"nonEquiCondition", plan::to_json(join.non_equi_condition)}};
}

JsonValue to_json(const IntervalJoinWindowBounds& bounds) {
  return JsonValue::Object{{"isEventTime", bounds.is_event_time},
                           {"leftLowerBound", bounds.left_lower.count()},
                           {"leftUpperBound", bounds.left_upper.count()},
                           {"leftTimeIndex", bounds.left_time_index},
                           {"rightTimeIndex", bounds.right_time_index}};
}

/// Reads a join over two inputs; trusts nothing.
class SpecReader {
 public:
  SpecReader(const PlanVocabulary& vocabulary, const RowType& left, const RowType& right)
      : vocabulary_(vocabulary), left_(left), right_(right), joined_(left) {
    joined_.insert(joined_.end(), right.begin(), right.end());
  }

  const RowType& joined() const { return joined_; }

  Result<expression::ExpressionPtr> read_condition(const JsonField& field, std::string_view name) const {
    ASSIGN_OR_RETURN(const auto member, field.optional_member(name));
    if (!member.has_value()) return expression::ExpressionPtr();
    ASSIGN_OR_RETURN(expression::ExpressionPtr condition, ExpressionReader(vocabulary_.scalar_functions, joined_).read(*member));
    if (!condition->type().is(TypeRoot::kBoolean)) return member->expected("a BOOLEAN");
    return condition;
  }

  Result<JoinSpec> read_join(const JsonField& field) const {
    JoinSpec join;
    ASSIGN_OR_RETURN(const JsonField type, field.member("joinType"));
    ASSIGN_OR_RETURN(join.type, read_name<JoinType>(type, kJoinTypeNames));
    ASSIGN_OR_RETURN(const JsonField left_keys, field.member("leftKeys"));
    ASSIGN_OR_RETURN(join.left_keys, read_columns(left_keys, left_.size()));
    ASSIGN_OR_RETURN(const JsonField right_keys, field.member("rightKeys"));
    ASSIGN_OR_RETURN(join.right_keys, read_columns(right_keys, right_.size()));
    ASSIGN_OR_RETURN(const JsonField filters, field.member("filterNulls"));
    ASSIGN_OR_RETURN(const auto elements, filters.elements());
    for (const JsonField& element : elements) {
      ASSIGN_OR_RETURN(const bool filter, element.as_boolean());
      join.filter_nulls.push_back(filter);
    }
    RETURN_IF_ERROR(check_keys(field, join));
    ASSIGN_OR_RETURN(join.non_equi_condition, read_condition(field, "nonEquiCondition"));
    return join;
  }

  Result<IntervalJoinWindowBounds> read_bounds(const JsonField& field) const {
    IntervalJoinWindowBounds bounds;
    ASSIGN_OR_RETURN(const JsonField event_time, field.member("isEventTime"));
    ASSIGN_OR_RETURN(bounds.is_event_time, event_time.as_boolean());
    ASSIGN_OR_RETURN(const JsonField lower, field.member("leftLowerBound"));
    ASSIGN_OR_RETURN(bounds.left_lower, read_bound(lower));
    ASSIGN_OR_RETURN(const JsonField upper, field.member("leftUpperBound"));
    ASSIGN_OR_RETURN(bounds.left_upper, read_bound(upper));
    ASSIGN_OR_RETURN(const JsonField left_time, field.member("leftTimeIndex"));
    ASSIGN_OR_RETURN(bounds.left_time_index, read_column(left_time, left_.size()));
    RETURN_IF_ERROR(check_time_column(left_time, left_, bounds.left_time_index));
    ASSIGN_OR_RETURN(const JsonField right_time, field.member("rightTimeIndex"));
    ASSIGN_OR_RETURN(bounds.right_time_index, read_column(right_time, right_.size()));
    RETURN_IF_ERROR(check_time_column(right_time, right_, bounds.right_time_index));
    return bounds;
  }

 private:
  static Result<std::chrono::milliseconds> read_bound(const JsonField& field) {
    ASSIGN_OR_RETURN(const auto count, field.as_integer<int64_t>());
    if (count < -kMillisecondsMax || count > kMillisecondsMax) return field.expected("milliseconds up to " + std::to_string(kMillisecondsMax));
    return std::chrono::milliseconds(count);
  }

  Status check_keys(const JsonField& field, const JoinSpec& join) const {
    if (join.left_keys.size() != join.right_keys.size() || join.left_keys.size() != join.filter_nulls.size()) {
      return field.fail("leftKeys, rightKeys and filterNulls differ in length");
    }
    for (size_t i = 0; i < join.left_keys.size(); ++i) {
      const DataType& left = left_[join.left_keys[i]].type;
      const DataType& right = right_[join.right_keys[i]].type;
      if (left.is_nested() || right.is_nested() || left.physical_type() != right.physical_type()) {
        return field.fail("key " + std::to_string(i) + " compares " + left.to_string() + " with " + right.to_string());
      }
    }
    return {};
  }

  const PlanVocabulary& vocabulary_;
  const RowType& left_;
  const RowType& right_;
  RowType joined_;
};

Result<std::optional<EarlyFire>> read_early_fire(const JsonField& node) {
  ASSIGN_OR_RETURN(const auto delay, node.optional_member("earlyFireDelay"));
  if (!delay.has_value()) return std::optional<EarlyFire>();
  EarlyFire early_fire;
  ASSIGN_OR_RETURN(early_fire.delay, read_milliseconds(*delay));
  ASSIGN_OR_RETURN(const JsonField mode, node.member("earlyFireTimeMode"));
  ASSIGN_OR_RETURN(early_fire.time_mode, read_name<EarlyFireTimeMode>(mode, kTimeModeNames));
  return std::optional(early_fire);
}

}  // namespace

JsonValue::Object IntervalJoinNode::own_fields() const {
  JsonValue::Object fields{
      {"intervalJoinSpec", JsonValue::Object{{"joinSpec", to_json(spec.join)}, {"windowBounds", to_json(spec.bounds)}}}};
  if (spec.early_fire.has_value()) {
    fields.emplace_back("earlyFireDelay", spec.early_fire->delay.count());
    fields.emplace_back("earlyFireTimeMode", kTimeModeNames[static_cast<size_t>(spec.early_fire->time_mode)]);
  }
  fields.emplace_back("condition", plan::to_json(condition));
  fields.emplace_back("minCleanupInterval", min_cleanup_interval.count());
  return fields;
}

Status IntervalJoinNode::read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) {
  RETURN_IF_ERROR(check_input_count(node, inputs.size(), 2));
  const SpecReader reader(vocabulary, inputs[0]->output_type, inputs[1]->output_type);
  RETURN_IF_ERROR(check_same_shape(node, "the join", reader.joined(), output_type));
  ASSIGN_OR_RETURN(const JsonField spec_field, node.member("intervalJoinSpec"));
  ASSIGN_OR_RETURN(const JsonField join, spec_field.member("joinSpec"));
  ASSIGN_OR_RETURN(spec.join, reader.read_join(join));
  if (spec.join.type == JoinType::kSemi || spec.join.type == JoinType::kAnti) return join.fail("an interval join keeps both sides");
  ASSIGN_OR_RETURN(const JsonField bounds, spec_field.member("windowBounds"));
  ASSIGN_OR_RETURN(spec.bounds, reader.read_bounds(bounds));
  ASSIGN_OR_RETURN(spec.early_fire, read_early_fire(node));
  ASSIGN_OR_RETURN(condition, reader.read_condition(node, "condition"));
  if (condition == nullptr) return node.fail("there is no condition");
  ASSIGN_OR_RETURN(const JsonField interval, node.member("minCleanupInterval"));
  ASSIGN_OR_RETURN(min_cleanup_interval, read_milliseconds(interval));
  return {};
}

void register_interval_join(ExecNodeRegistry& registry);
void register_interval_join(ExecNodeRegistry& registry) {
  registry.add<IntervalJoinNode>();
}

}  // namespace eddyline::plan
