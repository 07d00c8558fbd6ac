#pragma once

#include "expression/function_registry.hpp"
#include "sql/logical/logical_nodes.hpp"

namespace eddyline::sql {

/// The query with other columns: `columns` are over its row, each of its columns read at most once. They move into the
/// SELECT lists and VALUES at the query's top, as if the user had written them in the sink's order.
LogicalPtr rearranged(const LogicalPtr& query, const std::vector<expression::ExpressionPtr>& columns,
                      SourcePosition position);

/// The query with its columns cast to the sink's, in its SELECT list if it ends in one. If any column needs a cast all
/// get the sink's name and type, else the query stays as it is.
/// Errors   the validator's, for types without CAST.
Result<LogicalPtr> cast_to_sink(const LogicalPtr& query, const RowType& sink,
                                const expression::FunctionRegistry& functions, SourcePosition position);

}  // namespace eddyline::sql
