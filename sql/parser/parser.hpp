#pragma once

#include <string_view>

#include "sql/parser/ast_query.hpp"
#include "sql/parser/ast_statement.hpp"

namespace eddyline::sql {

/// Parses one statement; a `;` at its end is allowed. `start` is where the text lies in a larger one: every position in
/// the tree and in errors counts from it. Errors: kParseError with position, in Flink's wording ("Encountered ... Was
/// expecting one of: ..."); kNotSupported with position for what the language has and the parser leaves out. Never
/// crashes, whatever the bytes.
Result<StatementPtr> parse_statement(std::string_view text, SourcePosition start = {});

/// Parses a query alone, e.g. a view's stored text.
Result<QueryPtr> parse_query(std::string_view text, SourcePosition start = {});

/// Parses one expression alone, e.g. a stored computed column or watermark.
Result<ExpressionPtr> parse_expression(std::string_view text, SourcePosition start = {});

/// Parses a type alone, e.g. that of a compiled plan.
Result<TypeNode> parse_type(std::string_view text, SourcePosition start = {});

}  // namespace eddyline::sql
