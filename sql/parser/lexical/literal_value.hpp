#pragma once

#include <cstdint>
#include <string_view>

#include "sql/parser/ast_expression.hpp"

namespace eddyline::sql {

/// "SECOND(3)", "DAY(3) TO SECOND": as the dialect prints it.
std::string to_string(const IntervalQualifier& qualifier);

/// Months or milliseconds in one of a unit.
int64_t unit_weight(IntervalUnit unit);

/// Months or milliseconds of an interval's text under its qualifier; what is finer than a millisecond is dropped.
/// Errors: kValidationError with the position, in Flink's words, for text of another form and for a field out of range
/// or precision.
Result<int64_t> interval_value(const IntervalLiteral& literal);

/// Says whether the text is a date ("2020-01-31"), time ("10:00:00.5") or timestamp ("2020-01-31 10:00:00").
/// Errors: kParseError at the position.
Status check_temporal_literal(LiteralType type, std::string_view text, SourcePosition position);

}  // namespace eddyline::sql
