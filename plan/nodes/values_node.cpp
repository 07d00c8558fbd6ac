#include "plan/nodes/values_node.hpp"

namespace eddyline::plan {

std::string tuples_text(const std::vector<std::vector<Value>>& rows, const RowType& type) {
  std::string text;
  for (const std::vector<Value>& row : rows) {
    text += text.empty() ? "{ " : ", { ";
    for (size_t column = 0; column < row.size(); ++column) {
      if (column > 0) text += ", ";
      // Without its type's suffix, which a literal in an expression has.
      text += row[column].is_null() ? "null"
                                    : expression::to_string(*expression::Expression::literal(
                                                                row[column], type[column].type.not_null()),
                                                            {}, expression::PrintStyle::kPrefix);
    }
    text += " }";
  }
  return text;
}

NodeItems ValuesNode::items(expression::PrintStyle) const { return {{"tuples", "[" + tuples_text(rows, output_type) + "]"}}; }

}  // namespace eddyline::plan
