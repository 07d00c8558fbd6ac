#include "plan/nodes/calc_node.hpp"

#include <algorithm>
#include <map>

#include "common/json/json_field.hpp"
#include "expression/function_registry.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/json/expression_json.hpp"
#include "plan/json/node_checks.hpp"
#include "plan/json/plan_vocabulary.hpp"

namespace eddyline::plan {

std::optional<std::vector<UpdateKind>> CalcNode::demanded_updates(UpdateKind wanted) const {
  if (wanted == UpdateKind::kOnlyUpdateAfter && condition != nullptr) {
    const ColumnSet filtered = expression::referenced_inputs(*condition);
    const bool on_key =
        std::ranges::any_of(inputs[0]->upsert_keys, [&](const ColumnSet& key) { return is_subset(filtered, key); });
    if (!on_key) return std::nullopt;
  }
  return same_from_inputs(wanted);
}

namespace {

/// The input column that an output is a copy of, also behind a cast that only makes it nullable.
const expression::Expression* copied_column(const expression::Expression& output) {
  if (output.is_input_ref()) return &output;
  if (!output.is_call_of(expression::kCastName) || !output.operands()[0]->is_input_ref()) return nullptr;
  const expression::Expression* column = output.operands()[0].get();
  return column->type().same_shape(output.type()) ? column : nullptr;
}

/// By input column the first output that is a copy of it.
std::map<size_t, size_t> output_of_inputs(const std::vector<expression::ExpressionPtr>& projection) {
  std::map<size_t, size_t> outputs;
  for (size_t output = 0; output < projection.size(); ++output) {
    const expression::Expression* column = copied_column(*projection[output]);
    if (column != nullptr) outputs.emplace(column->index(), output);
  }
  return outputs;
}

}  // namespace

std::vector<ColumnSet> CalcNode::derived_upsert_keys() const {
  const std::map<size_t, size_t> outputs = output_of_inputs(projection);
  std::vector<ColumnSet> keys;
  for (const ColumnSet& key : inputs[0]->upsert_keys) {
    if (!std::ranges::all_of(key, [&](size_t column) { return outputs.contains(column); })) continue;
    std::vector<size_t> mapped;
    for (const size_t column : key) mapped.push_back(outputs.at(column));
    keys.push_back(column_set(std::move(mapped)));
  }
  return keys;
}

NodeItems CalcNode::items(expression::PrintStyle style) const {
  const std::vector<std::string> names = column_names(inputs[0]->output_type);
  std::string select;
  for (size_t i = 0; i < projection.size(); ++i) {
    if (i > 0) select += ", ";
    const std::string text = expression::to_string(*projection[i], names, style);
    select += text == output_type[i].name ? text : text + " AS " + output_type[i].name;
  }
  NodeItems items{{"select", std::move(select)}};
  if (condition != nullptr) items.emplace_back("where", expression::to_string(*condition, names, style));
  return items;
}

JsonValue::Object CalcNode::own_fields() const {
  JsonValue::Array expressions;
  for (const expression::ExpressionPtr& expression : projection) expressions.push_back(to_json(expression));
  return {{"projection", std::move(expressions)}, {"condition", to_json(condition)}};
}

Status CalcNode::read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) {
  RETURN_IF_ERROR(check_input_count(node, inputs.size(), 1));
  const ExpressionReader reader(vocabulary.scalar_functions, inputs[0]->output_type);
  ASSIGN_OR_RETURN(const JsonField list, node.member("projection"));
  ASSIGN_OR_RETURN(const auto elements, list.elements());
  RowType columns;
  for (const JsonField& element : elements) {
    ASSIGN_OR_RETURN(projection.emplace_back(), reader.read(element));
    columns.push_back({"", projection.back()->type()});
  }
  RETURN_IF_ERROR(check_same_shape(node, "the projection", columns, output_type));
  ASSIGN_OR_RETURN(const auto filter, node.optional_member("condition"));
  if (!filter.has_value()) return {};
  ASSIGN_OR_RETURN(condition, reader.read(*filter));
  return condition->type().is(TypeRoot::kBoolean) ? Status() : filter->expected("a BOOLEAN");
}

void register_calc(ExecNodeRegistry& registry);
void register_calc(ExecNodeRegistry& registry) {
  registry.add<CalcNode>();
}

}  // namespace eddyline::plan
