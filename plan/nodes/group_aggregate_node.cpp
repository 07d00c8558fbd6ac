#include "plan/nodes/group_aggregate_node.hpp"

#include <numeric>

#include "common/json/json_field.hpp"
#include "expression/aggregate_function.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/json/field_json.hpp"
#include "plan/json/node_checks.hpp"
#include "plan/json/plan_vocabulary.hpp"
#include "plan/json/type_json.hpp"

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

namespace {

JsonValue to_json(const expression::AggregateCall& call) {
  return JsonValue::Object{{"name", call.name},
                           {"internalName", call.function->internal_name},
                           {"argList", plan::to_json(call.arguments)},
                           {"filterArg", call.filter.has_value() ? static_cast<int64_t>(*call.filter) : -1},
                           {"distinct", call.distinct},
                           {"approximate", false},
                           {"ignoreNulls", false},
                           {"type", plan::to_json(call.type)}};
}

/// Reads the calls of a node over an input; trusts none.
class CallReader {
 public:
  CallReader(const PlanVocabulary& vocabulary, const RowType& input, bool grouped)
      : vocabulary_(vocabulary), input_(input), grouped_(grouped) {}

  Result<expression::AggregateCall> read(const JsonField& field) const {
    expression::AggregateCall call;
    ASSIGN_OR_RETURN(const JsonField name, field.member("name"));
    ASSIGN_OR_RETURN(call.name, name.as_text());
    ASSIGN_OR_RETURN(const JsonField arguments, field.member("argList"));
    ASSIGN_OR_RETURN(call.arguments, read_columns(arguments, input_.size()));
    RETURN_IF_ERROR(check_key_columns(arguments, input_, call.arguments));
    for (const size_t argument : call.arguments) call.argument_types.push_back(input_[argument].type);
    ASSIGN_OR_RETURN(const JsonField distinct, field.member("distinct"));
    ASSIGN_OR_RETURN(call.distinct, distinct.as_boolean());
    ASSIGN_OR_RETURN(call.filter, read_filter(field));
    RETURN_IF_ERROR(read_function(field, call));
    return call;
  }

 private:
  Result<std::optional<size_t>> read_filter(const JsonField& field) const {
    ASSIGN_OR_RETURN(const JsonField filter, field.member("filterArg"));
    ASSIGN_OR_RETURN(const auto column, filter.as_integer<int32_t>());
    if (column == -1) return std::optional<size_t>();
    ASSIGN_OR_RETURN(const size_t index, read_column(filter, input_.size()));
    if (!input_[index].type.is(TypeRoot::kBoolean)) return filter.expected("a BOOLEAN column");
    return std::optional(index);
  }

  Status read_function(const JsonField& field, expression::AggregateCall& call) const {
    ASSIGN_OR_RETURN(const JsonField name, field.member("internalName"));
    ASSIGN_OR_RETURN(const std::string internal_name, name.as_text());
    call.function = vocabulary_.aggregate_functions.find_internal(internal_name);
    if (call.function == nullptr) return name.expected("the internal name of an aggregate function");
    ASSIGN_OR_RETURN(const JsonField type, field.member("type"));
    ASSIGN_OR_RETURN(call.type, read_type(type));
    const expression::AggregateUse use{.distinct = call.distinct, .may_see_no_row = !grouped_ || call.filter.has_value()};
    const auto resolved = call.function->resolve(call.argument_types, use);
    if (!resolved.ok()) return field.fail(resolved.status().message());
    return resolved->same_shape(call.type) ? Status() : type.expected(resolved->to_string());
  }

  const PlanVocabulary& vocabulary_;
  const RowType& input_;
  bool grouped_;
};

}  // namespace

JsonValue::Object GroupAggregateNode::own_fields() const {
  JsonValue::Array all;
  for (const expression::AggregateCall& call : calls) all.push_back(to_json(call));
  return {{"grouping", plan::to_json(grouping)},
          {"aggCalls", std::move(all)},
          {"aggCallNeedRetractions", JsonValue::Array(calls.size(), needs_retraction)},
          {"generateUpdateBefore", generate_update_before},
          {"needRetraction", needs_retraction}};
}

Status GroupAggregateNode::read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) {
  RETURN_IF_ERROR(check_input_count(node, inputs.size(), 1));
  const RowType& input = inputs[0]->output_type;
  ASSIGN_OR_RETURN(const JsonField grouping_field, node.member("grouping"));
  ASSIGN_OR_RETURN(grouping, read_columns(grouping_field, input.size()));
  RETURN_IF_ERROR(check_key_columns(node, input, grouping));
  RowType columns;
  for (const size_t column : grouping) columns.push_back(input[column]);
  ASSIGN_OR_RETURN(const JsonField list, node.member("aggCalls"));
  ASSIGN_OR_RETURN(const auto elements, list.elements());
  const CallReader reader(vocabulary, input, !grouping.empty());
  for (const JsonField& element : elements) {
    ASSIGN_OR_RETURN(calls.emplace_back(), reader.read(element));
    columns.push_back({calls.back().name, calls.back().type});
  }
  RETURN_IF_ERROR(check_same_shape(node, "the aggregate", columns, output_type));
  ASSIGN_OR_RETURN(const JsonField update_before, node.member("generateUpdateBefore"));
  ASSIGN_OR_RETURN(generate_update_before, update_before.as_boolean());
  ASSIGN_OR_RETURN(const JsonField retraction, node.member("needRetraction"));
  ASSIGN_OR_RETURN(needs_retraction, retraction.as_boolean());
  return {};
}

void register_group_aggregate(ExecNodeRegistry& registry);
void register_group_aggregate(ExecNodeRegistry& registry) {
  registry.add<GroupAggregateNode>();
}

}  // namespace eddyline::plan
