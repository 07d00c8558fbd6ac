#include "plan/nodes/values_node.hpp"

#include "expression/literal_text.hpp"
#include "expression/type_inference.hpp"

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

}  // namespace eddyline::plan
