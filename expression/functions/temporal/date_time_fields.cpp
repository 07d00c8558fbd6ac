#include "expression/functions/temporal/date_time_fields.hpp"

#include <algorithm>
#include <utility>

#include "expression/functions/temporal/calendar_fields.hpp"
#include "expression/functions/temporal/calendar_names.hpp"

namespace eddyline::expression {
namespace {

using Field = DateTimeField;

constexpr int64_t kNanosPerMilli = 1'000'000;
constexpr int64_t kNanosPerSecond = 1'000'000'000;
constexpr int64_t kYearMax = 999'999'999;
constexpr int64_t kModifiedJulianEpoch = 40587;  // that day number of 1970-01-01

struct FieldRange {
  std::string_view name;
  int64_t least;
  int64_t most;
};

FieldRange range_of(Field field) {
  switch (field) {
    case Field::kEra:
      return {"Era", 0, 1};
    case Field::kYearOfEra:
      return {"YearOfEra", 1, kYearMax + 1};
    case Field::kYear:
      return {"Year", -kYearMax, kYearMax};
    case Field::kMonth:
      return {"MonthOfYear", 1, 12};
    case Field::kDayOfMonth:
      return {"DayOfMonth", 1, 31};
    case Field::kDayOfYear:
      return {"DayOfYear", 1, 366};
    case Field::kDayOfWeek:
      return {"DayOfWeek", 1, 7};
    case Field::kLocalDayOfWeek:
      return {"DayOfWeek", 1, 7};
    case Field::kWeekYear:
      return {"WeekBasedYear", -kYearMax, kYearMax};
    case Field::kWeekOfYear:
      return {"WeekOfWeekBasedYear", 1, 53};
    case Field::kWeekOfMonth:
      return {"WeekOfMonth", 0, 6};
    case Field::kAlignedDayOfWeek:
      return {"AlignedDayOfWeekInMonth", 1, 7};
    case Field::kQuarter:
      return {"QuarterOfYear", 1, 4};
    case Field::kModifiedJulianDay:
      return {"ModifiedJulianDay", -365243219162 + kModifiedJulianEpoch, 365241780471 + kModifiedJulianEpoch};
    case Field::kHalfDay:
      return {"AmPmOfDay", 0, 1};
    case Field::kHour:
      return {"HourOfDay", 0, 23};
    case Field::kClockHour:
      return {"ClockHourOfDay", 1, 24};
    case Field::kHalfDayHour:
      return {"HourOfAmPm", 0, 11};
    case Field::kClockHalfDayHour:
      return {"ClockHourOfAmPm", 1, 12};
    case Field::kMinute:
      return {"MinuteOfHour", 0, 59};
    case Field::kSecond:
      return {"SecondOfMinute", 0, 59};
    case Field::kNano:
      return {"NanoOfSecond", 0, kNanosPerSecond - 1};
    case Field::kMilliOfSecond:
      return {"MilliOfSecond", 0, 999};
    case Field::kMilliOfDay:
      return {"MilliOfDay", 0, kMillisecondsPerDay - 1};
    case Field::kNanoOfDay:
      return {"NanoOfDay", 0, kMillisecondsPerDay * kNanosPerMilli - 1};
    case Field::kCount:
      break;
  }
  return {"", 0, 0};
}

constexpr bool is_time_field(Field field) { return field >= Field::kHalfDay; }

int64_t date_field_of(Field field, int64_t day) {
  const CivilDate date = civil_from_days(day);
  switch (field) {
    case Field::kEra:
      return date.year > 0 ? 1 : 0;
    case Field::kYearOfEra:
      return date.year > 0 ? date.year : 1 - date.year;
    case Field::kYear:
      return date.year;
    case Field::kMonth:
      return date.month;
    case Field::kDayOfMonth:
      return date.day;
    case Field::kDayOfYear:
      return day_of_year(day);
    case Field::kDayOfWeek:
      return iso_day_of_week(day);
    case Field::kLocalDayOfWeek:
      return day_of_week(day);
    case Field::kWeekYear:
      return week_year(day);
    case Field::kWeekOfYear:
      return week_year(day) > date.year ? 1 : week_number(day, days_from_civil({date.year, 1, 1}));
    case Field::kWeekOfMonth:
      return week_number(day, days_from_civil({date.year, date.month, 1}));
    case Field::kAlignedDayOfWeek:
      return (static_cast<int64_t>(date.day) - 1) % 7 + 1;
    case Field::kQuarter:
      return (static_cast<int64_t>(date.month) + 2) / 3;
    default:
      return day + kModifiedJulianEpoch;
  }
}

int64_t time_field_of(Field field, int64_t nano_of_day) {
  const int64_t hour = nano_of_day / kNanosPerMilli / kMillisecondsPerHour;
  const int64_t second = nano_of_day / kNanosPerSecond;
  switch (field) {
    case Field::kHalfDay:
      return hour / 12;
    case Field::kHour:
      return hour;
    case Field::kClockHour:
      return hour == 0 ? 24 : hour;
    case Field::kHalfDayHour:
      return hour % 12;
    case Field::kClockHalfDayHour:
      return hour % 12 == 0 ? 12 : hour % 12;
    case Field::kMinute:
      return second / 60 % 60;
    case Field::kSecond:
      return second % 60;
    case Field::kNano:
      return nano_of_day % kNanosPerSecond;
    case Field::kMilliOfSecond:
      return nano_of_day % kNanosPerSecond / kNanosPerMilli;
    case Field::kMilliOfDay:
      return nano_of_day / kNanosPerMilli;
    default:
      return nano_of_day;
  }
}

Status out_of_range(Field field, int64_t value) {
  const FieldRange range = range_of(field);
  // Java names the shortest month's end too.
  const std::string shortest = field == Field::kDayOfMonth ? "28/" : "";
  return data_error("Invalid value for " + std::string(range.name) + " (valid values " + std::to_string(range.least) + " - " +
                    shortest + std::to_string(range.most) + "): " + std::to_string(value));
}

Status no_such_day(int64_t year, int64_t month, int64_t day) {
  if (day == 29) return data_error("Invalid date 'February 29' as '" + std::to_string(year) + "' is not a leap year");
  std::string name(kMonthNames[month - 1]);
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return data_error("Invalid date '" + name + " " + std::to_string(day) + "'");
}

}  // namespace

int64_t field_of(Field field, int64_t day, int64_t nano_of_day) {
  return is_time_field(field) ? time_field_of(field, nano_of_day) : date_field_of(field, day);
}

bool DateTimeFields::set(Field field, int64_t value) {
  std::optional<int64_t>& slot = at(field);
  if (slot && *slot != value) return false;
  slot = value;
  return true;
}

std::optional<int64_t> DateTimeFields::take(Field field) { return std::exchange(at(field), std::nullopt); }

/// True if the field is absent or in range.
bool DateTimeFields::valid(Field field) const {
  const FieldRange range = range_of(field);
  return !at(field) || (*at(field) >= range.least && *at(field) <= range.most);
}

bool DateTimeFields::set_day(int64_t day) {
  if (day_ && *day_ != day) return false;
  day_ = day;
  return true;
}

/// 24:00 is the next day's begin.
bool DateTimeFields::set_time(int64_t hour, int64_t minute, int64_t second, int64_t nano) {
  if (hour == 24 && minute == 0 && second == 0 && nano == 0) {
    hour = 0;
    next_day_ = true;
  }
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
  const int64_t time = ((hour * 60 + minute) * 60 + second) * kNanosPerSecond + nano;
  if (nano_of_day_ && *nano_of_day_ != time) return false;
  nano_of_day_ = time;
  return true;
}

bool DateTimeFields::resolve() {
  if (!resolve_date() || !resolve_time() || !resolve_weeks() || !complete_time() || !agree()) return false;
  if (day_ && nano_of_day_ && next_day_) ++*day_;
  return true;
}

bool DateTimeFields::resolve_date() {
  if (!valid(Field::kYearOfEra) || !valid(Field::kEra)) return false;
  if (const auto year_of_era = take(Field::kYearOfEra)) {
    const auto era = take(Field::kEra);
    const bool before = era ? *era == 0 : at(Field::kYear) && *at(Field::kYear) <= 0;
    if (!set(Field::kYear, before ? 1 - *year_of_era : *year_of_era)) return false;
  }
  if (!at(Field::kYear)) return true;
  const int64_t year = *at(Field::kYear);
  if (at(Field::kMonth) && at(Field::kDayOfMonth)) {
    if (!valid(Field::kYear) || !valid(Field::kMonth) || !valid(Field::kDayOfMonth)) return false;
    const auto month = static_cast<uint32_t>(*take(Field::kMonth));
    const auto day = static_cast<uint32_t>(*take(Field::kDayOfMonth));
    take(Field::kYear);
    return set_day(days_from_civil({year, month, std::min(day, days_in_month(year, month))}));
  }
  if (!at(Field::kDayOfYear)) return true;
  if (!valid(Field::kYear) || !valid(Field::kDayOfYear)) return false;
  take(Field::kYear);
  const int64_t day = days_from_civil({year, 1, 1}) + *take(Field::kDayOfYear) - 1;
  return civil_from_days(day).year == year && set_day(day);
}

/// Dates by a week and a day of it, and by a number of days.
bool DateTimeFields::resolve_weeks() {
  if (const auto number = at(Field::kModifiedJulianDay)) {
    if (!valid(Field::kModifiedJulianDay) || !set_day(*take(Field::kModifiedJulianDay) - kModifiedJulianEpoch)) return false;
  }
  if (at(Field::kLocalDayOfWeek)) {
    if (!valid(Field::kLocalDayOfWeek)) return false;
    at(Field::kDayOfWeek) = (*take(Field::kLocalDayOfWeek) + 5) % 7 + 1;
  }
  if (!at(Field::kDayOfWeek)) return true;
  if (at(Field::kYear) && at(Field::kMonth) && at(Field::kWeekOfMonth)) {
    if (!valid(Field::kDayOfWeek) || !valid(Field::kYear) || !valid(Field::kMonth) || !valid(Field::kWeekOfMonth)) return false;
    const int64_t first = days_from_civil({*take(Field::kYear), static_cast<uint32_t>(*take(Field::kMonth)), 1});
    const int64_t sunday = first - (day_of_week(first) - 1);
    return set_day(sunday + (*take(Field::kWeekOfMonth) - 1) * 7 + *take(Field::kDayOfWeek) % 7);
  }
  if (at(Field::kYear) || !at(Field::kWeekYear) || !at(Field::kWeekOfYear)) return true;
  if (!valid(Field::kDayOfWeek) || !valid(Field::kWeekYear) || !valid(Field::kWeekOfYear)) return false;
  const int64_t first = days_from_civil({*take(Field::kWeekYear), 1, 1});
  const int64_t sunday = first - (day_of_week(first) - 1);
  return set_day(sunday + (*take(Field::kWeekOfYear) - 1) * 7 + *take(Field::kDayOfWeek) % 7);
}

/// Hours that count from 1: the last is 0 of the other field. 0 is let through.
bool DateTimeFields::resolve_clock(Field clock, Field hour) {
  if (!at(clock)) return true;
  if (*at(clock) != 0 && !valid(clock)) return false;
  const int64_t value = *take(clock);
  return set(hour, value == range_of(clock).most ? 0 : value);
}

bool DateTimeFields::resolve_time() {
  if (!resolve_clock(Field::kClockHour, Field::kHour) || !resolve_clock(Field::kClockHalfDayHour, Field::kHalfDayHour)) return false;
  if (at(Field::kHalfDay) && at(Field::kHalfDayHour)) {
    if (!valid(Field::kHalfDay) || !valid(Field::kHalfDayHour)) return false;
    if (!set(Field::kHour, *take(Field::kHalfDay) * 12 + *take(Field::kHalfDayHour))) return false;
  }
  for (const Field whole : {Field::kNanoOfDay, Field::kMilliOfDay}) {
    if (!valid(whole)) return false;
    const auto value = take(whole);
    if (!value) continue;
    const int64_t nanos = whole == Field::kNanoOfDay ? *value : *value * kNanosPerMilli;
    for (const Field part : {Field::kHour, Field::kMinute, Field::kSecond}) {
      if (!set(part, time_field_of(part, nanos))) return false;
    }
    const Field rest = whole == Field::kNanoOfDay ? Field::kNano : Field::kMilliOfSecond;
    if (!set(rest, time_field_of(rest, nanos))) return false;
  }
  if (at(Field::kNano) && at(Field::kMilliOfSecond)) {
    if (!valid(Field::kNano)) return false;
    const int64_t milli = *take(Field::kMilliOfSecond);
    if (*at(Field::kNano) / kNanosPerMilli != milli) return false;
  }
  return true;
}

/// A time needs an hour; smaller units may be left out from the smallest on. Half a day alone is its middle.
bool DateTimeFields::complete_time() {
  if (const auto milli = take(Field::kMilliOfSecond)) at(Field::kNano) = *milli * kNanosPerMilli;
  const auto& minute = at(Field::kMinute);
  const auto& second = at(Field::kSecond);
  const auto& nano = at(Field::kNano);
  if (at(Field::kHour)) {
    const bool gap = (!minute && (second || nano)) || (minute && !second && nano);
    if (gap) return true;
    if (!valid(Field::kNano)) return false;
    if (!set_time(*at(Field::kHour), minute.value_or(0), second.value_or(0), nano.value_or(0))) return false;
    for (const Field used : {Field::kHour, Field::kMinute, Field::kSecond, Field::kNano}) take(used);
  } else if (!minute && !second && !nano && at(Field::kHalfDay)) {
    if (!valid(Field::kHalfDay) || !set_time(*take(Field::kHalfDay) * 12 + 6, 0, 0, 0)) return false;
  }
  for (size_t i = static_cast<size_t>(Field::kHalfDay); i < values_.size(); ++i) {
    if (!valid(static_cast<Field>(i))) return false;
  }
  return true;
}

/// True if date and time have the values of the fields that are left.
bool DateTimeFields::agree() const {
  for (size_t i = 0; i < values_.size(); ++i) {
    const auto field = static_cast<Field>(i);
    if (!values_[i]) continue;
    if (is_time_field(field) ? nano_of_day_ && time_field_of(field, *nano_of_day_) != *values_[i]
                             : day_ && date_field_of(field, *day_) != *values_[i]) {
      return false;
    }
  }
  return true;
}

Result<int64_t> DateTimeFields::value_of(Field field, int64_t otherwise) const {
  if (at(field)) {
    if (!valid(field)) return out_of_range(field, *at(field));
    return *at(field);
  }
  if (is_time_field(field)) return nano_of_day_ ? time_field_of(field, *nano_of_day_) : otherwise;
  return day_ ? date_field_of(field, *day_) : otherwise;
}

Result<Instant> DateTimeFields::local_time() const {
  ASSIGN_OR_RETURN(const int64_t year, value_of(Field::kYear, 1970));
  ASSIGN_OR_RETURN(const int64_t month, value_of(Field::kMonth, 1));
  ASSIGN_OR_RETURN(const int64_t day, value_of(Field::kDayOfMonth, 1));
  ASSIGN_OR_RETURN(const int64_t hour, value_of(Field::kHour, 0));
  ASSIGN_OR_RETURN(const int64_t minute, value_of(Field::kMinute, 0));
  ASSIGN_OR_RETURN(const int64_t second, value_of(Field::kSecond, 0));
  ASSIGN_OR_RETURN(const int64_t nano, value_of(Field::kNano, 0));
  const auto month_of_year = static_cast<uint32_t>(month);
  if (day > days_in_month(year, month_of_year)) return no_such_day(year, month, day);
  const int64_t days = days_from_civil({year, month_of_year, static_cast<uint32_t>(day)});
  const int64_t time = ((hour * 60 + minute) * 60 + second) * 1000 + nano / kNanosPerMilli;
  // Years of nine digits pass the limit, and wrap in Java.
  const uint64_t millisecond = static_cast<uint64_t>(days) * static_cast<uint64_t>(kMillisecondsPerDay) + static_cast<uint64_t>(time);
  return Instant{static_cast<int64_t>(millisecond), static_cast<int32_t>(nano % kNanosPerMilli)};
}

}  // namespace eddyline::expression
