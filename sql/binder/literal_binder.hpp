#pragma once

#include "common/base/status.hpp"
#include "expression/expression.hpp"
#include "sql/parser/ast_expression.hpp"

namespace eddyline::sql {

/// The typed value of a literal as SQL's rules give it: 12 is INT, 1.50 DECIMAL(3, 2), 'ab' CHAR(2), TIMESTAMP '...123' TIMESTAMP(3); all NOT
/// NULL but NULL itself, which has no type yet.
/// Errors   a number or date out of range, with its position.
Result<expression::ExpressionPtr> bind_literal(const Literal& literal);
Result<expression::ExpressionPtr> bind_interval(const IntervalLiteral& literal);

}  // namespace eddyline::sql
