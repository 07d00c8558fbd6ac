#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "common/base/civil.hpp"

namespace eddyline::expression {

/// The calendar of java.util.GregorianCalendar: Julian before 15 October 1582, Gregorian from then on. Weeks are
/// those of week_number. Days count from 1970-01-01; year 0 is 1 BC.
CivilDate java_date_of_day(int64_t day);
int64_t day_of_java_date(CivilDate date);

/// The year whose week a day lies in: the last days of December may belong to the next.
int64_t java_week_year(int64_t day);

/// The fields that a text sets, and the point in time that lenient java.util.GregorianCalendar makes of them: the field set last
/// decides which fields count, values out of range carry over.
class JavaCalendarFields {
 public:
  enum Field : uint8_t {
    kEra,  // 0 is BC
    kYear,
    kWeekYear,
    kMonth,  // from 0
    kWeekOfYear,
    kWeekOfMonth,
    kDayOfMonth,
    kDayOfYear,
    kDayOfWeek,  // Sunday is 1
    kDayOfWeekInMonth,
    kHalfDay,
    kHour,
    kHourOfDay,
    kMinute,
    kSecond,
    kMillisecond,
    kFieldCount
  };

  void set(Field field, int32_t value);
  /// The same field, later: what SimpleDateFormat does to years of two digits that lie before its century.
  void add_century();

  /// Milliseconds of local time since 1970-01-01.
  int64_t local_ms() const;

 private:
  bool is_set(Field field) const { return order_[field] != 0; }
  int64_t value_or(Field field, int64_t other) const { return is_set(field) ? values_[field] : other; }
  int both(Field a, Field b) const;
  JavaCalendarFields with_week_date() const;
  int64_t time_of_day_ms() const;
  int64_t day() const;
  int64_t day_in_calendar(int64_t year, bool julian) const;
  int64_t day_in_month(int64_t first_day, int64_t next_month) const;

  std::array<int32_t, kFieldCount> values_ = {};
  std::array<int, kFieldCount> order_ = {};  // 0 if not set, else the later the greater
  int last_order_ = 0;
};

}  // namespace eddyline::expression
