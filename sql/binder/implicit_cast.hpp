#pragma once

#include "common/columnar/data_type.hpp"

namespace eddyline::sql {

/// True if a value of `source` may be written into a column of `target` without a CAST in the query. Nullability does not count: NOT NULL
/// is enforced when the row is written.
/// Source   Flink's implicit casts: widening of numbers, text and bytes of any length, timestamps among each other and to DATE or TIME.
bool is_implicit_cast(const DataType& source, const DataType& target);

}  // namespace eddyline::sql
