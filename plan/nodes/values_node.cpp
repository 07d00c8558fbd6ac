#include "plan/nodes/values_node.hpp"

#include "common/json/json_field.hpp"
#include "expression/literal_text.hpp"
#include "expression/type_inference.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/json/expression_json.hpp"
#include "plan/json/node_checks.hpp"
#include "plan/json/plan_vocabulary.hpp"

namespace eddyline::plan {

std::string tuples_text(const std::vector<std::vector<Value>>& rows, const RowType& type) {
  std::string text;
  for (const std::vector<Value>& row : rows) {
    text += text.empty() ? "{ " : ", { ";
    for (size_t column = 0; column < row.size(); ++column) {
      if (column > 0) text += ", ";
      text += expression::bare_literal_text(row[column], type[column].type, expression::PrintStyle::kPrefix);
    }
    text += " }";
  }
  return text;
}

namespace {

std::string record_type(const RowType& row) {
  std::string text = "RecordType(";
  for (size_t column = 0; column < row.size(); ++column) {
    if (column > 0) text += ", ";
    text += expression::type_digest(row[column].type, false) + " " + row[column].name;
  }
  return text + ")";
}

}  // namespace

NodeItems ValuesNode::items(expression::PrintStyle style) const {
  NodeItems items;
  if (style == expression::PrintStyle::kPrefix) items.emplace_back("type", record_type(output_type));
  items.emplace_back("tuples", "[" + tuples_text(rows, output_type) + "]");
  return items;
}

JsonValue::Object ValuesNode::own_fields() const {
  JsonValue::Array tuples;
  for (const std::vector<Value>& row : rows) {
    JsonValue::Array literals;
    for (size_t column = 0; column < row.size(); ++column) {
      const DataType& type = output_type[column].type;
      literals.push_back(to_json(expression::Expression::literal(row[column], type.with_nullable(row[column].is_null()))));
    }
    tuples.emplace_back(std::move(literals));
  }
  return {{"tuples", std::move(tuples)}};
}

Status ValuesNode::read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) {
  RETURN_IF_ERROR(check_input_count(node, inputs.size(), 0));
  const RowType none;
  const ExpressionReader reader(vocabulary.scalar_functions, none);
  ASSIGN_OR_RETURN(const JsonField list, node.member("tuples"));
  ASSIGN_OR_RETURN(const auto tuples, list.elements());
  for (const JsonField& tuple : tuples) {
    ASSIGN_OR_RETURN(const auto elements, tuple.elements());
    RowType columns;
    std::vector<Value>& row = rows.emplace_back();
    for (const JsonField& element : elements) {
      ASSIGN_OR_RETURN(const expression::ExpressionPtr literal, reader.read(element));
      if (!literal->is_literal()) return element.expected("a literal");
      columns.push_back({"", literal->type()});
      row.push_back(literal->value());
    }
    RETURN_IF_ERROR(check_same_shape(tuple, "the tuple", columns, output_type));
  }
  return {};
}

void register_values(ExecNodeRegistry& registry);
void register_values(ExecNodeRegistry& registry) {
  registry.add<ValuesNode>();
}

}  // namespace eddyline::plan
