#pragma once

#include "expression/functions/kernel/calendar.hpp"
#include "expression/functions/temporal/time_unit.hpp"

namespace eddyline::expression {

/// Monday 1 to Sunday 7.
constexpr int64_t iso_day_of_week(int64_t day) { return floor_remainder<int64_t>(day + 3, 7) + 1; }
/// Sunday 1 to Saturday 7.
constexpr int64_t day_of_week(int64_t day) { return floor_remainder<int64_t>(day + 4, 7) + 1; }
constexpr int64_t day_of_year(int64_t day) { return day - days_from_civil({civil_from_days(day).year, 1, 1}) + 1; }

/// Year and number of the ISO week that a day lies in.
struct IsoWeek {
  int64_t year;
  int64_t week;
};
IsoWeek iso_week(int64_t day);

/// Weeks as counted in the United States, of the year or month that begins at `first_day`: they begin on Sunday, the first holds the
/// first day.
constexpr int64_t week_number(int64_t day, int64_t first_day) { return (day - first_day + day_of_week(first_day) - 1) / 7 + 1; }
/// The year whose week the day lies in: the last days of December may belong to the next.
constexpr int64_t week_year(int64_t day) {
  const int64_t year = civil_from_days(day).year;
  const int64_t next = days_from_civil({year + 1, 1, 1});
  return day >= next - (day_of_week(next) - 1) ? year + 1 : year;
}

/// The first day of the period that a day lies in, and that of the next. Weeks begin on Sunday, centuries in year 1.
int64_t first_day_of(int64_t day, TimeUnit unit);
int64_t first_day_after(int64_t first_day, TimeUnit unit);

/// What EXTRACT says of a local point in time.
/// Errors   a unit that is no field of a point in time.
int64_t extract_field(Instant local, TimeUnit unit);

/// Whole months from one local point in time to another, towards zero; a month is full at the same day, or at the month's end.
int64_t months_between(Instant from, Instant to);

}  // namespace eddyline::expression
