#pragma once

#include "expression/function_registry.hpp"

namespace eddyline::sql {

/// A join's condition whose terms that spell out `a IS NOT DISTINCT FROM b` are that call, so that a and b can be keys:
/// `a = b OR (a IS NULL AND b IS NULL)`, and `CASE WHEN a IS NULL THEN b IS NULL WHEN b IS NULL THEN a IS NULL ELSE
/// a = b END`; a and b are columns. The same expression if it has none.
Result<expression::ExpressionPtr> with_null_safe_equalities(const expression::FunctionRegistry& functions,
                                                            const expression::ExpressionPtr& condition);

}  // namespace eddyline::sql
