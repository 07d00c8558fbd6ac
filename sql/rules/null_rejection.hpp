#pragma once

#include "expression/expression.hpp"

namespace eddyline::sql {

/// True if the condition cannot be TRUE for a row whose columns [first, first + count) are all NULL: as a filter above
/// an outer join it drops the rows that the join padded there. False where that cannot be seen.
bool rejects_nulls(const expression::Expression& condition, size_t first, size_t count);

}  // namespace eddyline::sql
