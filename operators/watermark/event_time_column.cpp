#include "operators/watermark/event_time_column.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace eddyline::operators {

EventTimeColumn::EventTimeColumn(const Column& column, const DataType& type)
    : decoded_(column), wide_(type.physical_type() == PhysicalType::kInt128) {
  CHECK(type.is_timestamp()) << "event time of type " << type.to_string();
  divisor_ = wide_ ? 1'000'000 : (type.precision() > 3 ? 1'000 : 1);
}

std::optional<size_t> EventTimeColumn::first_null(SelectedRows rows) const {
  if (!decoded_.may_have_nulls()) return std::nullopt;
  for (size_t position = 0; position < rows.count; ++position) {
    if (decoded_.is_null(rows[position])) return rows[position];
  }
  return std::nullopt;
}

std::optional<EventTime> EventTimeColumn::maximum(SelectedRows rows) const {
  if (rows.count == 0) return std::nullopt;
  if (!wide_ && divisor_ == 1 && decoded_.is_identity() && !decoded_.may_have_nulls()) {
    const int64_t* values = decoded_.values<int64_t>();
    int64_t largest = values[rows[0]];
    rows.for_each([&](size_t row) { largest = std::max(largest, values[row]); });
    return EventTime(largest);
  }
  std::optional<EventTime> largest;
  rows.for_each([&](size_t row) {
    if (!is_null(row)) largest = std::max(largest.value_or(kMinWatermark), time(row));
  });
  return largest;
}

}  // namespace eddyline::operators
