#pragma once

#include "common/base/status.hpp"
#include "expression/expression.hpp"
#include "sql/parser/ast_expression.hpp"

namespace eddyline::sql {

/// The typed value of a literal as SQL's rules give it: 12 is INT, 1.50 DECIMAL(3, 2), 'ab' CHAR(2), TIMESTAMP '...123' TIMESTAMP(3); all NOT
/// NULL but NULL itself, which has no type yet.
/// Errors   a number or date out of range, with its position.
Result<expression::ExpressionPtr> bind_literal(const Literal& literal);
/// A number with a minus before it: the minus belongs to the number, so that -2147483648 is INT.
Result<expression::ExpressionPtr> bind_negative_literal(const Literal& literal);
Result<expression::ExpressionPtr> bind_interval(const IntervalLiteral& literal);
/// CAST(1.5 AS INTERVAL DAY): a number written there counts the interval's last unit (the value of an expression, months or
/// milliseconds). `number`: a literal of an exact numeric type that is not NULL.
Result<expression::ExpressionPtr> bind_number_as_interval(const expression::Expression& number, const DataType& type,
                                                          SourcePosition position);

}  // namespace eddyline::sql
