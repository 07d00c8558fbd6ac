#include "sql/rules/conjunctions.hpp"

#include <algorithm>

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

bool is_call_named(const Expression& expression, std::string_view name) {
  return expression.is_call() && expression.function().name == name;
}

namespace {

void collect_terms(const ExpressionPtr& expression, std::string_view joiner, std::vector<ExpressionPtr>& terms) {
  if (!is_call_named(*expression, joiner)) {
    terms.push_back(expression);
    return;
  }
  for (const ExpressionPtr& operand : expression->operands()) collect_terms(operand, joiner, terms);
}

}  // namespace

std::vector<ExpressionPtr> conjuncts(const ExpressionPtr& condition) {
  std::vector<ExpressionPtr> terms;
  collect_terms(condition, expression::operators::kAnd, terms);
  std::erase_if(terms, [](const ExpressionPtr& term) { return is_true(*term); });
  return terms;
}

std::vector<ExpressionPtr> disjuncts(const ExpressionPtr& condition) {
  std::vector<ExpressionPtr> terms;
  collect_terms(condition, expression::operators::kOr, terms);
  return terms;
}

ExpressionPtr conjunction(const std::vector<ExpressionPtr>& terms, const expression::FunctionRegistry& functions) {
  std::vector<ExpressionPtr> distinct;
  expression::ExpressionSet seen;
  for (const ExpressionPtr& term : terms) {
    if (is_true(*term)) continue;
    if (!expression::is_deterministic(*term) || seen.insert(term).second) distinct.push_back(term);
  }
  if (distinct.empty()) return Expression::literal(Value::boolean(true), DataType::boolean().not_null());
  if (distinct.size() == 1) return distinct[0];
  Result<ExpressionPtr> call = functions.make_call(expression::operators::kAnd, std::move(distinct));
  CHECK(call.ok()) << "AND of conditions: " << call.status().to_string();
  return *std::move(call);
}

bool is_true(const Expression& expression) {
  return expression.is_literal() && !expression.value().is_null() && expression.type().is(TypeRoot::kBoolean) &&
         expression.value().as_boolean();
}

bool is_never_true(const Expression& expression) {
  return expression.is_literal() && expression.type().is(TypeRoot::kBoolean) &&
         (expression.value().is_null() || !expression.value().as_boolean());
}

bool reads_only(const Expression& expression, size_t first, size_t count) {
  return std::ranges::all_of(referenced_inputs(expression),
                             [&](size_t column) { return column >= first && column < first + count; });
}

ExpressionPtr shifted(const ExpressionPtr& expression, std::ptrdiff_t offset) {
  return expression::replace_inputs(expression, [offset](size_t index, const DataType& type) {
    return Expression::input_ref(static_cast<size_t>(static_cast<std::ptrdiff_t>(index) + offset), type);
  });
}

}  // namespace eddyline::sql
