#include "sql/logical/union_type.hpp"

#include <algorithm>
#include <array>

#include "expression/type_inference.hpp"

namespace eddyline::sql {

namespace {

std::optional<DataType> plain_type(const DataType& left, const DataType& right) {
  return expression::common_type(std::array{left.with_time_attribute(TimeAttribute::kNone),
                                            right.with_time_attribute(TimeAttribute::kNone)});
}

}  // namespace

std::optional<DataType> union_type(const DataType& left, const DataType& right) {
  const bool same_time = left.time_attribute() == right.time_attribute();
  if (same_time && (left.time_attribute() == TimeAttribute::kNone || left.root() == right.root())) {
    const auto common = plain_type(left, right);
    return common ? common->with_time_attribute(left.time_attribute()) : common;
  }
  if (left.is_proctime() || (right.is_proctime() && left.is_rowtime())) return std::nullopt;
  if (left.is_timestamp() && right.is_timestamp() && left.precision() == right.precision()) {
    return left.with_nullable(left.nullable() || right.nullable());
  }
  return plain_type(left, right);
}

}  // namespace eddyline::sql
