#include "sql/logical/null_safe_equality.hpp"

#include <algorithm>

#include "expression/operator_names.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

namespace {

namespace operators = expression::operators;

bool is_operator(const Expression& expression, std::string_view name) {
  return expression.is_call() && expression.function().name == name;
}

/// The columns that the two tests for NULL are of; empty for other expressions.
std::vector<ExpressionPtr> columns_tested_for_null(const Expression& a, const Expression& b) {
  std::vector<ExpressionPtr> columns;
  for (const Expression* test : {&a, &b}) {
    if (is_operator(*test, operators::kIsNull) && test->operands()[0]->is_input_ref()) {
      columns.push_back(test->operands()[0]);
    }
  }
  return columns.size() == 2 ? columns : std::vector<ExpressionPtr>();
}

bool is_equality_of(const Expression& expression, const std::vector<ExpressionPtr>& columns) {
  const Expression* equality =
      is_operator(expression, operators::kIsTrue) ? expression.operands()[0].get() : &expression;
  return is_operator(*equality, operators::kEqual) &&
         std::ranges::is_permutation(equality->operands(), columns, expression::EqualExpressions());
}

std::vector<ExpressionPtr> spelled_by_or(const Expression& either) {
  if (either.operands().size() != 2) return {};
  const bool equality_first = is_operator(*either.operands()[1], operators::kAnd);
  const Expression& equality = *either.operands()[equality_first ? 0 : 1];
  const Expression& both_null = *either.operands()[equality_first ? 1 : 0];
  if (!is_operator(both_null, operators::kAnd) || both_null.operands().size() != 2) return {};
  std::vector<ExpressionPtr> columns = columns_tested_for_null(*both_null.operands()[0], *both_null.operands()[1]);
  return !columns.empty() && is_equality_of(equality, columns) ? columns : std::vector<ExpressionPtr>();
}

std::vector<ExpressionPtr> spelled_by_case(const Expression& choice) {
  const auto parts = choice.operands();
  if (parts.size() != 5) return {};
  std::vector<ExpressionPtr> columns = columns_tested_for_null(*parts[0], *parts[1]);
  const expression::EqualExpressions same;
  const bool mirrored = same(parts[2], parts[1]) && same(parts[3], parts[0]);
  return !columns.empty() && mirrored && is_equality_of(*parts[4], columns) ? columns : std::vector<ExpressionPtr>();
}

}  // namespace

Result<ExpressionPtr> with_null_safe_equalities(const expression::FunctionRegistry& functions,
                                                const ExpressionPtr& condition) {
  if (!condition->is_call()) return condition;
  if (is_operator(*condition, operators::kAnd)) {
    std::vector<ExpressionPtr> terms;
    bool changed = false;
    for (const ExpressionPtr& term : condition->operands()) {
      ASSIGN_OR_RETURN(ExpressionPtr result, with_null_safe_equalities(functions, term));
      changed = changed || result != term;
      terms.push_back(std::move(result));
    }
    return changed ? condition->with_operands(std::move(terms)) : condition;
  }
  std::vector<ExpressionPtr> columns;
  if (is_operator(*condition, operators::kOr)) columns = spelled_by_or(*condition);
  if (is_operator(*condition, operators::kCase)) columns = spelled_by_case(*condition);
  if (columns.empty()) return condition;
  return functions.make_call(operators::kIsNotDistinctFrom, std::move(columns));
}

}  // namespace eddyline::sql
