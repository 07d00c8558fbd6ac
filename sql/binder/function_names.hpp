#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sql/parser/ast_expression.hpp"
#include "sql/parser/ast_function.hpp"

namespace eddyline::sql {

/// The registry's name of an infix operator, or none where it is no scalar function here.
std::optional<std::string_view> scalar_name(BinaryOperator op);
/// The SQL name of a JSON function that has a syntax of its own.
std::string json_function_name(JsonFunctionType type);

}  // namespace eddyline::sql
