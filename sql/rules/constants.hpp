#pragma once

#include "common/base/status.hpp"
#include "expression/evaluation_context.hpp"
#include "expression/expression.hpp"

namespace eddyline::sql {

/// True for a literal, also behind a conversion that plans do not print and behind a CAST that only makes it nullable.
bool is_constant(const expression::Expression& expression);

/// The literal of a call that reads no column.
/// Errors   those of its evaluation.
Result<expression::ExpressionPtr> folded(const expression::ExpressionPtr& call, const expression::TimeZone& time_zone);

}  // namespace eddyline::sql
