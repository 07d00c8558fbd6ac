#pragma once

#include <algorithm>
#include <cstdint>

#include "common/base/civil.hpp"
#include "common/base/int128.hpp"
#include "common/columnar/data_type.hpp"

namespace eddyline::expression {

inline constexpr int64_t kMillisecondsPerSecond = 1000;
inline constexpr int64_t kMillisecondsPerMinute = 60 * kMillisecondsPerSecond;
inline constexpr int64_t kMillisecondsPerHour = 60 * kMillisecondsPerMinute;
inline constexpr int64_t kMillisecondsPerDay = 24 * kMillisecondsPerHour;

/// Units of a timestamp column in one millisecond: 1, 1'000 or 1'000'000.
constexpr int64_t units_per_millisecond(int32_t precision) {
  return precision <= 3 ? 1 : (precision <= 6 ? 1'000 : 1'000'000);
}

/// A timestamp as whole milliseconds since 1970-01-01 and the nanoseconds above them, the form in which calendars compute.
struct Instant {
  int64_t millisecond;
  int32_t nanosecond;  // [0, 1'000'000)
};

template <class T>
Instant to_instant(T value, int32_t precision) {
  const auto units = static_cast<T>(units_per_millisecond(precision));
  const T millisecond = floor_divide<T>(value, units);
  const auto rest = static_cast<int32_t>(value - millisecond * units);
  return {static_cast<int64_t>(millisecond), static_cast<int32_t>(rest * (1'000'000 / units_per_millisecond(precision)))};
}

template <class T>
T from_instant(Instant instant, int32_t precision) {
  const int64_t units = units_per_millisecond(precision);
  return static_cast<T>(instant.millisecond) * static_cast<T>(units) +
         static_cast<T>(instant.nanosecond / (1'000'000 / units));
}

constexpr int64_t day_of_millisecond(int64_t millisecond) { return floor_divide(millisecond, kMillisecondsPerDay); }
constexpr int64_t millisecond_of_day(int64_t millisecond) { return floor_remainder(millisecond, kMillisecondsPerDay); }

/// A day some months later, at the month's end where the day does not exist.
constexpr int64_t add_months_to_day(int64_t day, int64_t months) {
  const CivilDate date = civil_from_days(day);
  const int64_t month = date.year * 12 + static_cast<int64_t>(date.month) - 1 + months;
  const int64_t year = floor_divide<int64_t>(month, 12);
  const auto month_of_year = static_cast<uint32_t>(floor_remainder<int64_t>(month, 12) + 1);
  return days_from_civil({year, month_of_year, std::min(date.day, days_in_month(year, month_of_year))});
}

constexpr int64_t add_months_to_millisecond(int64_t millisecond, int64_t months) {
  return add_months_to_day(day_of_millisecond(millisecond), months) * kMillisecondsPerDay +
         millisecond_of_day(millisecond);
}

}  // namespace eddyline::expression
