#pragma once

#include <functional>
#include <span>

#include "sql/logical/logical_nodes.hpp"

namespace eddyline::sql {

/// The node with each of its expressions replaced; the same node if nothing changed.
Result<LogicalPtr> map_expressions(
    const LogicalPtr& node,
    const std::function<Result<expression::ExpressionPtr>(const expression::ExpressionPtr& expression)>& map);

/// The same function applied to every call of the expression, operands first; it answers null for a call it leaves
/// alone.
Result<expression::ExpressionPtr> map_calls(
    const expression::ExpressionPtr& expression,
    const std::function<Result<expression::ExpressionPtr>(const expression::ExpressionPtr& call)>& map);

/// Whether expressions over those of a project below would be much larger merged with them than the two are apart.
bool grows_too_large(std::span<const expression::ExpressionPtr> upper, std::span<const expression::ExpressionPtr> lower);

/// Whether any two references to a column of `expressions` are to the same one of these.
bool reads_twice(const std::vector<expression::ExpressionPtr>& expressions, size_t column);

}  // namespace eddyline::sql
