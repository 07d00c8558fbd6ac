#include "sql/physical/known_columns.hpp"

#include <algorithm>
#include <map>

#include "sql/logical/exact_cast.hpp"
#include "sql/rules/conjunctions.hpp"
#include "sql/rules/constants.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

namespace {

using Known = std::map<size_t, ExpressionPtr>;

void collect_known(const Expression& condition, const std::vector<size_t>& kept, Known& known) {
  if (is_call_named(condition, expression::operators::kAnd)) {
    for (const ExpressionPtr& term : condition.operands()) collect_known(*term, kept, known);
    return;
  }
  if (!is_call_named(condition, expression::operators::kEqual)) return;
  const bool mirrored = condition.operands()[0]->is_literal();
  const ExpressionPtr& column = condition.operands()[mirrored ? 1 : 0];
  const ExpressionPtr& literal = condition.operands()[mirrored ? 0 : 1];
  if (!column->is_input_ref() || !literal->is_literal() || literal->value().is_null()) return;
  const DataType& type = column->type();
  const bool plain = type.time_attribute() == TimeAttribute::kNone && !type.is_approximate();
  if (!plain || !type.same_shape(literal->type()) || std::ranges::count(kept, column->index()) > 0) return;
  known.emplace(column->index(), Expression::literal(literal->value(), type.not_null()));
}

}  // namespace

Result<ExpressionPtr> with_known_columns(const ExpressionPtr& expression, const Expression& condition,
                                         const std::vector<size_t>& kept, const RuleContext& context) {
  Known known;
  collect_known(condition, kept, known);
  const std::vector<size_t> columns = referenced_inputs(*expression);
  const auto is_known = [&](size_t column) { return known.contains(column); };
  if (columns.empty() || !std::ranges::all_of(columns, is_known) || !is_deterministic(*expression)) return expression;
  ExpressionPtr value =
      expression::replace_inputs(expression, [&](size_t column, const DataType&) { return known.at(column); });
  if (!value->is_literal()) {
    const Result<ExpressionPtr> computed = folded(value, context.time_zone);
    if (!computed.ok() || (*computed)->value().is_null()) return expression;
    value = Expression::literal((*computed)->value(), expression->type().not_null());
  }
  return exact_cast(context.functions, value, expression->type());
}

}  // namespace eddyline::sql
