#pragma once

#include "sql/binder/query_binder.hpp"

namespace eddyline::sql {

/// Whether one column of all inputs of a UNION has a common type.
/// Errors   at the column of the first input.
Status check_union_column(const SetOperation& operation, const std::vector<LogicalPtr>& inputs, size_t column);

/// Where the query says what its column is: the select item, or the last one where a star gives several columns.
SourcePosition item_position(const Query& query, size_t column);

/// "UNION ALL" or "UNION".
std::string union_word(const SetOperation& operation);

}  // namespace eddyline::sql
