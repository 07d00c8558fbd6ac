#include "tests/operators/calc/calc_family.hpp"

#include <algorithm>

#include "operators/calc/calc_operator.hpp"
#include "tests/operators/expression_text.hpp"
#include "tests/operators/row_text.hpp"

namespace eddyline::tests {
namespace {

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

Result<std::vector<expression::ExpressionPtr>> parse_list(const std::string& text, const RowType& row) {
  std::vector<expression::ExpressionPtr> expressions;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(';', at), text.size());
    ASSIGN_OR_RETURN(expressions.emplace_back(), parse_expression(trimmed(text.substr(at, end - at)), row));
    at = end + 1;
  }
  return expressions;
}

}  // namespace

Result<OperatorUnderTest> make_calc_under_test(const Script& script) {
  OperatorUnderTest test;
  ASSIGN_OR_RETURN(const RowType input, parse_columns(script.setting("input")));
  ASSIGN_OR_RETURN(test.output, parse_columns(script.setting("output")));
  ASSIGN_OR_RETURN(std::vector<expression::ExpressionPtr> select, parse_list(script.setting("select"), input));
  expression::ExpressionPtr where;
  if (const std::string text = script.setting("where"); !text.empty()) {
    ASSIGN_OR_RETURN(where, parse_expression(text, input));
  }
  test.inputs = {{"input", input}};
  test.instance = std::make_unique<operators::CalcOperator>(std::move(where), std::move(select));
  return test;
}

}  // namespace eddyline::tests
