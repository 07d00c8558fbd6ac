#pragma once

#include <cstdint>
#include <optional>

#include "common/base/ids.hpp"
#include "common/columnar/column.hpp"
#include "common/columnar/data_type.hpp"
#include "common/columnar/selection.hpp"

namespace eddyline::operators {

/// Reads a TIMESTAMP or TIMESTAMP_LTZ column of any precision as event times, rounded down to milliseconds. Borrows the column.
class EventTimeColumn {
 public:
  EventTimeColumn(const Column& column, const DataType& type);

  bool is_null(size_t row) const { return decoded_.may_have_nulls() && decoded_.is_null(row); }
  /// The number of the first row that is NULL.
  std::optional<size_t> first_null(SelectedRows rows) const;
  /// The largest value that is not NULL, if there is one.
  std::optional<EventTime> maximum(SelectedRows rows) const;
  /// Of a row that is not NULL.
  EventTime time(size_t row) const {
    if (wide_) return EventTime(static_cast<int64_t>(floor_divide(decoded_.value<int128_t>(row), divisor_)));
    const int64_t value = decoded_.value<int64_t>(row);
    return EventTime(divisor_ == 1 ? value : floor_divide(value, divisor_));
  }

 private:
  template <class T>
  static T floor_divide(T value, int64_t divisor) {
    const T quotient = value / divisor;
    return quotient * divisor > value ? quotient - 1 : quotient;
  }

  DecodedColumn decoded_;
  bool wide_;
  int64_t divisor_;
};

}  // namespace eddyline::operators
