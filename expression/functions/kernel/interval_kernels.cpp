#include "expression/functions/kernel/arithmetic_kernels.hpp"
#include "expression/functions/kernel/calendar.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/vector_kernel.hpp"

namespace eddyline::expression {
namespace {

/// a + b or a - b without overflow trap.
template <class T, bool kSubtract>
T wrapping_sum(T a, T b) {
  if constexpr (sizeof(T) == 16) {
    return kSubtract ? a - b : a + b;
  } else {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(kSubtract ? static_cast<U>(a) - static_cast<U>(b) : static_cast<U>(a) + static_cast<U>(b));
  }
}

/// A timestamp and a day-time interval; kUnits timestamp units in a millisecond.
template <class T, int64_t kUnits, bool kSubtract>
struct ShiftTimestamp {
  static T apply(T time, int64_t milliseconds) {
    if constexpr (kUnits == 1) return wrapping_sum<T, kSubtract>(time, milliseconds);
    if constexpr (sizeof(T) == 16) return wrapping_sum<T, kSubtract>(time, static_cast<T>(milliseconds) * kUnits);
    return wrapping_sum<T, kSubtract>(
        time, static_cast<T>(static_cast<uint64_t>(milliseconds) * static_cast<uint64_t>(kUnits)));
  }
};

template <bool kSubtract>
struct SumOfIntervals {
  template <class T>
  static T apply(T a, T b) { return wrapping_sum<T, kSubtract>(a, b); }
};

template <bool kSubtract>
std::unique_ptr<Kernel> shift_timestamp(int32_t precision) {
  if (precision <= 3) return binary_kernel<int64_t, int64_t, int64_t, ShiftTimestamp<int64_t, 1, kSubtract>>();
  if (precision <= 6) return binary_kernel<int64_t, int64_t, int64_t, ShiftTimestamp<int64_t, 1'000, kSubtract>>();
  return binary_kernel<int128_t, int64_t, int128_t, ShiftTimestamp<int128_t, 1'000'000, kSubtract>>();
}

template <class T>
std::unique_ptr<Kernel> shift_timestamp_by_months(int32_t precision, int64_t sign) {
  return row_kernel<T, int32_t>([precision, sign](ResultCell cell, T time, int32_t months) {
    Instant instant = to_instant(time, precision);
    instant.millisecond = add_months_to_millisecond(instant.millisecond, sign * months);
    cell.set(from_instant<T>(instant, precision));
  });
}

std::unique_ptr<Kernel> shift_date(bool by_months, int64_t sign) {
  if (by_months) {
    return row_kernel<int32_t, int32_t>([sign](ResultCell cell, int32_t day, int32_t months) {
      cell.set(static_cast<int32_t>(add_months_to_day(day, sign * months)));
    });
  }
  // Hours that do not make a day are lost: the result is a DATE.
  return row_kernel<int32_t, int64_t>([sign](ResultCell cell, int32_t day, int64_t milliseconds) {
    cell.set(static_cast<int32_t>(floor_divide(day * kMillisecondsPerDay + sign * milliseconds, kMillisecondsPerDay)));
  });
}

std::unique_ptr<Kernel> shift_time(bool by_months, int64_t sign) {
  if (by_months) {
    return row_kernel<int32_t, int32_t>([](ResultCell cell, int32_t time, int32_t) { cell.set(time); });
  }
  return row_kernel<int32_t, int64_t>([sign](ResultCell cell, int32_t time, int64_t milliseconds) {
    const int64_t shift = sign * (milliseconds % kMillisecondsPerDay);
    cell.set(static_cast<int32_t>(floor_remainder(time + shift, kMillisecondsPerDay)));
  });
}

std::unique_ptr<Kernel> shift_kernel(const DataType& time, bool by_months, bool subtract) {
  const int64_t sign = subtract ? -1 : 1;
  if (time.is(TypeRoot::kDate)) return shift_date(by_months, sign);
  if (time.is(TypeRoot::kTime)) return shift_time(by_months, sign);
  if (!by_months) return subtract ? shift_timestamp<true>(time.precision()) : shift_timestamp<false>(time.precision());
  if (time.physical_type() == PhysicalType::kInt128) return shift_timestamp_by_months<int128_t>(time.precision(), sign);
  return shift_timestamp_by_months<int64_t>(time.precision(), sign);
}

template <class T>
std::unique_ptr<Kernel> sum_of_intervals(bool subtract) {
  if (subtract) return binary_kernel<T, T, T, SumOfIntervals<true>>();
  return binary_kernel<T, T, T, SumOfIntervals<false>>();
}

/// Interval * number and interval / number; the number is BIGINT or DOUBLE.
template <class Interval, class Number>
std::unique_ptr<Kernel> scale_interval(bool divide) {
  return row_kernel<Interval, Number>([divide](ResultCell cell, Interval interval, Number number) {
    if (divide && number == 0) {
      cell.fail(division_by_zero("/ by zero"));
    } else if constexpr (std::is_floating_point_v<Number>) {
      const double wide = divide ? static_cast<double>(interval) / number : static_cast<double>(interval) * number;
      cell.set(static_cast<Interval>(static_cast<int64_t>(wide)));
    } else if (divide) {
      cell.set(static_cast<Interval>(interval / number));
    } else {
      cell.set(static_cast<Interval>(static_cast<uint64_t>(interval) * static_cast<uint64_t>(number)));
    }
  });
}

}  // namespace

Result<std::unique_ptr<Kernel>> make_interval_kernel(ArithmeticOperator operation, const CallSite& site) {
  const DataType& left = site.operand_types[0];
  const DataType& right = site.operand_types[1];
  const bool subtract = operation == ArithmeticOperator::kSubtract;
  if (left.is_temporal()) return shift_kernel(left, right.is(TypeRoot::kIntervalYearMonth), subtract);
  const bool months = left.is(TypeRoot::kIntervalYearMonth);
  if (right.is_interval()) return months ? sum_of_intervals<int32_t>(subtract) : sum_of_intervals<int64_t>(subtract);
  const bool divide = operation == ArithmeticOperator::kDivide;
  if (right.is(TypeRoot::kDouble)) {
    return months ? scale_interval<int32_t, double>(divide) : scale_interval<int64_t, double>(divide);
  }
  return months ? scale_interval<int32_t, int64_t>(divide) : scale_interval<int64_t, int64_t>(divide);
}

}  // namespace eddyline::expression
