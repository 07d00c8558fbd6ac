#pragma once

#include <optional>

#include "common/columnar/data_type.hpp"

namespace eddyline::sql {

/// The type of a union's column whose inputs have these types, nullable if either is. A time attribute stays one beside another of
/// its kind, and on the left of a plain timestamp of its precision; else it becomes a plain value.
/// None   where the types have nothing in common, or a plain value or rowtime would have to become a proctime.
/// Source   FlinkTypeFactory.leastRestrictive.
std::optional<DataType> union_type(const DataType& left, const DataType& right);

}  // namespace eddyline::sql
