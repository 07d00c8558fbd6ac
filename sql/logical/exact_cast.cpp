#include "sql/logical/exact_cast.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

Result<ExpressionPtr> exact_cast(const expression::FunctionRegistry& functions, const ExpressionPtr& expression,
                                 const DataType& target) {
  ASSIGN_OR_RETURN(ExpressionPtr cast, functions.make_cast(expression, target));
  if (cast->type() == target) return cast;
  const bool made = cast != expression && cast->is_call();
  if (made) return Expression::call(cast->function(), {expression}, target);
  return Expression::call(*functions.find_internal(expression::kCastName), {std::move(cast)}, target);
}

bool is_nullability_cast(const Expression& expression) {
  return expression.is_call_of(expression::kCastName) &&
         expression.operands()[0]->type().with_nullable(true) == expression.type();
}

}  // namespace eddyline::sql
