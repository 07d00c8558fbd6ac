#pragma once

#include "common/base/status.hpp"
#include "common/columnar/data_type.hpp"

namespace eddyline::expression {

/// True if a value of `from` may be stored in a column of `to` without CAST: INSERT into a sink column.
/// Source   LogicalTypeCasts.supportsImplicitCast.
bool is_implicitly_castable(const DataType& from, const DataType& to);

/// Ok if CAST(from AS to) is allowed, or the validator's error.
Status check_castable(const DataType& from, const DataType& to);

/// True if the cast changes no value's bits, so that a column serves as its own result.
bool cast_keeps_values(const DataType& from, const DataType& to);

}  // namespace eddyline::expression
