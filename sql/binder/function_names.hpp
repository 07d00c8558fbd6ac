#pragma once

#include <optional>
#include <string_view>

#include "sql/parser/ast_expression.hpp"

namespace eddyline::sql {

/// The registry's name of an infix operator, or none where it is no scalar function here.
std::optional<std::string_view> scalar_name(BinaryOperator op);

}  // namespace eddyline::sql
