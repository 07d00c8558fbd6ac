#include "expression/functions/temporal/calendar_fields.hpp"

namespace eddyline::expression {
namespace {

/// The year that begins a period of `years` years; the first one begins in year 1.
int64_t first_year_of(int64_t year, int64_t years) { return floor_divide<int64_t>(year - 1, years) * years + 1; }

int64_t date_field(int64_t day, TimeUnit unit) {
  const CivilDate date = civil_from_days(day);
  switch (unit) {
    case TimeUnit::kMillennium:
      return floor_divide<int64_t>(date.year - 1, 1000) + 1;
    case TimeUnit::kCentury:
      return floor_divide<int64_t>(date.year - 1, 100) + 1;
    case TimeUnit::kDecade:
      return floor_divide<int64_t>(date.year, 10);
    case TimeUnit::kYear:
      return date.year;
    case TimeUnit::kIsoYear:
      return iso_week(day).year;
    case TimeUnit::kQuarter:
      return (date.month + 2) / 3;
    case TimeUnit::kMonth:
      return date.month;
    case TimeUnit::kWeek:
      return iso_week(day).week;
    case TimeUnit::kDay:
      return date.day;
    case TimeUnit::kDayOfWeek:
      return day_of_week(day);
    case TimeUnit::kIsoDayOfWeek:
      return iso_day_of_week(day);
    case TimeUnit::kDayOfYear:
      return day_of_year(day);
    default:
      return 0;
  }
}

}  // namespace

IsoWeek iso_week(int64_t day) {
  // The week belongs to the year of its Thursday.
  const int64_t thursday = day - iso_day_of_week(day) + 4;
  return {civil_from_days(thursday).year, (day_of_year(thursday) - 1) / 7 + 1};
}

int64_t first_day_of(int64_t day, TimeUnit unit) {
  const CivilDate date = civil_from_days(day);
  switch (unit) {
    case TimeUnit::kMillennium:
      return days_from_civil({first_year_of(date.year, 1000), 1, 1});
    case TimeUnit::kCentury:
      return days_from_civil({first_year_of(date.year, 100), 1, 1});
    case TimeUnit::kDecade:
      return days_from_civil({floor_divide<int64_t>(date.year, 10) * 10, 1, 1});
    case TimeUnit::kYear:
      return days_from_civil({date.year, 1, 1});
    case TimeUnit::kQuarter:
      return days_from_civil({date.year, (date.month - 1) / 3 * 3 + 1, 1});
    case TimeUnit::kMonth:
      return days_from_civil({date.year, date.month, 1});
    case TimeUnit::kWeek:
      return day - (day_of_week(day) - 1);
    default:
      return day;
  }
}

int64_t first_day_after(int64_t first_day, TimeUnit unit) {
  if (unit == TimeUnit::kWeek) return first_day + 7;
  const int64_t months = unit_months(unit);
  return months == 0 ? first_day + 1 : add_months_to_day(first_day, months);
}

int64_t extract_field(Instant local, TimeUnit unit) {
  const int64_t time = millisecond_of_day(local.millisecond);
  const int64_t millisecond = time % kMillisecondsPerSecond;
  switch (unit) {
    case TimeUnit::kHour:
      return time / kMillisecondsPerHour;
    case TimeUnit::kMinute:
      return time / kMillisecondsPerMinute % 60;
    case TimeUnit::kSecond:
      return time / kMillisecondsPerSecond % 60;
    case TimeUnit::kMillisecond:
      return millisecond;
    case TimeUnit::kMicrosecond:
      return millisecond * 1'000 + local.nanosecond / 1'000;
    case TimeUnit::kNanosecond:
      return millisecond * 1'000'000 + local.nanosecond;
    case TimeUnit::kEpoch:
      return floor_divide(local.millisecond, kMillisecondsPerSecond);
    default:
      return date_field(day_of_millisecond(local.millisecond), unit);
  }
}

int64_t months_between(Instant from, Instant to) {
  if (from.millisecond > to.millisecond) return -months_between(to, from);
  const CivilDate first = civil_from_days(day_of_millisecond(from.millisecond));
  const CivilDate last = civil_from_days(day_of_millisecond(to.millisecond));
  int64_t months = (last.year - first.year) * 12 + static_cast<int64_t>(last.month) - static_cast<int64_t>(first.month);
  if (months > 0 && add_months_to_millisecond(from.millisecond, months) > to.millisecond) --months;
  return months;
}

}  // namespace eddyline::expression
