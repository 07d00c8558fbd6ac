#include "expression/functions/temporal/java_calendar.hpp"

#include <algorithm>

#include "expression/functions/temporal/calendar_fields.hpp"

namespace eddyline::expression {
namespace {

constexpr int64_t kCutoverYear = 1582;
constexpr int64_t kFirstGregorianDay = days_from_civil({kCutoverYear, 10, 15});
/// Days of four Julian years, and the day before which they are counted from 1 March of year 0.
constexpr int64_t kJulianCycleDays = 1461;
constexpr int64_t kJulianFirstDay = -719470;

int64_t day_of_julian_date(CivilDate date) {
  const int64_t year = date.year - (date.month <= 2 ? 1 : 0);
  const int64_t month_from_march = (static_cast<int64_t>(date.month) + 9) % 12;
  const int64_t day_of_year = (153 * month_from_march + 2) / 5 + static_cast<int64_t>(date.day) - 1;
  return kJulianFirstDay + year * 365 + floor_divide<int64_t>(year, 4) + day_of_year;
}

CivilDate julian_date_of_day(int64_t day) {
  const int64_t days = day - kJulianFirstDay;
  const int64_t cycle = floor_divide(days, kJulianCycleDays);
  const int64_t day_of_cycle = days - cycle * kJulianCycleDays;
  const int64_t year_of_cycle = std::min<int64_t>(day_of_cycle / 365, 3);
  const int64_t day_of_year = day_of_cycle - year_of_cycle * 365;
  const int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const int64_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  return {cycle * 4 + year_of_cycle + (month <= 2 ? 1 : 0), static_cast<uint32_t>(month),
          static_cast<uint32_t>(day_of_year - (153 * month_from_march + 2) / 5 + 1)};
}

/// The last day on or before `day` that is this day of the week, Sunday 1; other numbers count on.
int64_t weekday_on_or_before(int64_t day, int64_t weekday) {
  return day - floor_remainder<int64_t>(day_of_week(day) - weekday, 7);
}

int64_t first_day_of_month(int64_t year, int64_t month, bool julian) {
  const CivilDate date{year + floor_divide<int64_t>(month, 12), static_cast<uint32_t>(floor_remainder<int64_t>(month, 12) + 1), 1};
  return julian ? day_of_julian_date(date) : days_from_civil(date);
}

}  // namespace

CivilDate java_date_of_day(int64_t day) { return day < kFirstGregorianDay ? julian_date_of_day(day) : civil_from_days(day); }

int64_t day_of_java_date(CivilDate date) {
  const int64_t day = days_from_civil(date);
  return day < kFirstGregorianDay ? day_of_julian_date(date) : day;
}

int64_t java_week_year(int64_t day) {
  const int64_t year = java_date_of_day(day).year;
  const int64_t next = day_of_java_date({year + 1, 1, 1});
  return day >= next - (day_of_week(next) - 1) ? year + 1 : year;
}

void JavaCalendarFields::set(Field field, int32_t value) {
  values_[field] = value;
  order_[field] = ++last_order_;
}

void JavaCalendarFields::add_century() {
  for (const Field field : {kYear, kWeekYear}) values_[field] += 100;
}

/// When the later of two fields was set; 0 unless both are.
int JavaCalendarFields::both(Field a, Field b) const {
  return is_set(a) && is_set(b) ? std::max(order_[a], order_[b]) : 0;
}

int64_t JavaCalendarFields::local_ms() const {
  const JavaCalendarFields fields = order_[kWeekYear] > order_[kYear] ? with_week_date() : *this;
  return fields.day() * kMillisecondsPerDay + fields.time_of_day_ms();
}

/// A week year that was set after the year stands, with week and day of the week, for the whole date.
JavaCalendarFields JavaCalendarFields::with_week_date() const {
  int64_t week = value_or(kWeekOfYear, 1);
  int64_t weekday = value_or(kDayOfWeek, 1);
  if (weekday > 7) {
    --weekday;
    week += weekday / 7;
    weekday = weekday % 7 + 1;
  } else if (weekday < 1) {
    week += floor_divide<int64_t>(weekday - 1, 7);
    weekday = floor_remainder<int64_t>(weekday - 1, 7) + 1;
  }
  if (is_set(kDayOfWeek) && (values_[kDayOfWeek] > 7 || values_[kDayOfWeek] < 1)) weekday = weekday == 7 ? 1 : weekday + 1;
  const int64_t first_day = day_of_java_date({values_[kWeekYear], 1, 1});
  const CivilDate date = java_date_of_day(weekday_on_or_before(first_day, 1) + 7 * (week - 1) + weekday - 1);
  JavaCalendarFields fields = *this;
  fields.set(kEra, date.year > 0 ? 1 : 0);
  fields.set(kYear, static_cast<int32_t>(date.year > 0 ? date.year : 1 - date.year));
  fields.set(kMonth, static_cast<int32_t>(date.month) - 1);
  fields.set(kDayOfMonth, static_cast<int32_t>(date.day));
  return fields;
}

int64_t JavaCalendarFields::time_of_day_ms() const {
  int64_t hour = 0;
  const int half_days = std::max(order_[kHour], order_[kHalfDay]);
  const int halves = both(kHour, kHalfDay);
  if (is_set(kHourOfDay) && order_[kHourOfDay] > halves) {
    hour = values_[kHourOfDay];
  } else if (halves != 0 || half_days != 0) {
    hour = int64_t{values_[kHour]} + 12 * int64_t{values_[kHalfDay]};
  }
  return ((hour * 60 + values_[kMinute]) * 60 + values_[kSecond]) * 1000 + values_[kMillisecond];
}

/// Both calendars name a day; the one to take is the one in whose time the day lies.
int64_t JavaCalendarFields::day() const {
  int64_t year = value_or(kYear, 1970);
  if (value_or(kEra, 1) == 0) year = 1 - year;
  const int64_t carried = floor_divide(time_of_day_ms(), kMillisecondsPerDay);
  const int64_t gregorian = day_in_calendar(year, false);
  if (year > kCutoverYear && gregorian + carried >= kFirstGregorianDay) return gregorian;
  const int64_t julian = day_in_calendar(year, true);
  if (gregorian + carried >= kFirstGregorianDay && (year >= kCutoverYear || julian + carried >= kFirstGregorianDay)) {
    return gregorian;
  }
  return julian;
}

int64_t JavaCalendarFields::day_in_calendar(int64_t year, bool julian) const {
  const int week_of_month = both(kWeekOfMonth, kDayOfWeek);
  const int day_in_month_order = both(kDayOfWeekInMonth, kDayOfWeek);
  const int week_of_year = both(kWeekOfYear, kDayOfWeek);
  int best = std::max({order_[kDayOfMonth], week_of_month, day_in_month_order, order_[kDayOfYear], week_of_year});
  bool by_week_of_year = best != 0 && best == week_of_year && order_[kWeekOfYear] > order_[kWeekOfMonth] &&
                         order_[kWeekOfYear] > order_[kDayOfWeekInMonth];
  if (best == 0) {
    best = std::max({order_[kWeekOfMonth], order_[kDayOfWeekInMonth], order_[kDayOfWeek], order_[kWeekOfYear]});
    by_week_of_year = best != 0 && best == order_[kWeekOfYear];
  }
  const int64_t first_day = first_day_of_month(year, 0, julian);
  if (by_week_of_year) {
    return weekday_on_or_before(weekday_on_or_before(first_day, 1) + 6, value_or(kDayOfWeek, 1)) + 7 * (int64_t{values_[kWeekOfYear]} - 1);
  }
  if (best != 0 && best == order_[kDayOfYear]) return first_day + values_[kDayOfYear] - 1;
  const int64_t month = value_or(kMonth, 0);
  const int64_t month_begin = first_day_of_month(year, month, julian);
  if (best == 0 || best == order_[kDayOfMonth]) return month_begin + value_or(kDayOfMonth, 1) - 1;
  return day_in_month(month_begin, first_day_of_month(year, month + 1, julian));
}

/// The day by week of the month, or by the how-manieth of its weekdays.
int64_t JavaCalendarFields::day_in_month(int64_t first_day, int64_t next_month) const {
  const int64_t weekday = value_or(kDayOfWeek, 1);
  if (is_set(kWeekOfMonth) && order_[kWeekOfMonth] >= order_[kDayOfWeekInMonth]) {
    return weekday_on_or_before(weekday_on_or_before(first_day, 1) + 6, weekday) + 7 * (int64_t{values_[kWeekOfMonth]} - 1);
  }
  const int64_t count = value_or(kDayOfWeekInMonth, 1);
  if (count >= 0) return weekday_on_or_before(first_day + 7 * count - 1, weekday);
  return weekday_on_or_before(next_month + 7 * (count + 1) - 1, weekday);
}

}  // namespace eddyline::expression
