#pragma once

#include <string>
#include <string_view>

#include "sql/parser/ast_query.hpp"
#include "sql/parser/ast_statement.hpp"

namespace eddyline::sql {

/// SQL text that parses into the same tree, written as Flink writes expanded queries: names in backticks, one clause a
/// line, no parentheses that precedence makes needless.
std::string to_sql(const Statement& statement);
std::string to_sql(const Query& query);
std::string to_sql(const Expression& expression);
std::string to_sql(const TypeNode& type);

/// "JSON_VALUE": of a function with a syntax of its own.
std::string_view function_text(JsonFunctionType type);

}  // namespace eddyline::sql
