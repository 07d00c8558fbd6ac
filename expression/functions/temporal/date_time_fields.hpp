#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "common/base/status.hpp"
#include "expression/functions/kernel/calendar.hpp"

namespace eddyline::expression {

/// The fields that java.time's formatters know, apart from zones.
enum class DateTimeField : uint8_t {
  kEra,
  kYearOfEra,
  kYear,
  kMonth,
  kDayOfMonth,
  kDayOfYear,
  kDayOfWeek,       // Monday is 1
  kLocalDayOfWeek,  // Sunday is 1
  kWeekYear,
  kWeekOfYear,
  kWeekOfMonth,
  kAlignedDayOfWeek,
  kQuarter,
  kModifiedJulianDay,
  kHalfDay,
  kHour,
  kClockHour,
  kHalfDayHour,
  kClockHalfDayHour,
  kMinute,
  kSecond,
  kNano,
  kMilliOfSecond,
  kMilliOfDay,
  kNanoOfDay,
  kCount
};

/// The value of a field at a local time.
int64_t field_of(DateTimeField field, int64_t day, int64_t nano_of_day);

/// What a text said, and the local time that java.time makes of it in its SMART style.
class DateTimeFields {
 public:
  /// False if the field has another value already.
  bool set(DateTimeField field, int64_t value);

  /// Makes a date and a time of the fields as far as there are enough of them; false if they contradict each other or are out of
  /// range.
  bool resolve();

  /// The time of resolved fields; what is unknown is as in 1970-01-01 00:00:00.
  /// Errors   Java's text about a day that does not exist, or about a field out of range that made no date.
  Result<Instant> local_time() const;

 private:
  std::optional<int64_t>& at(DateTimeField field) { return values_[static_cast<size_t>(field)]; }
  const std::optional<int64_t>& at(DateTimeField field) const { return values_[static_cast<size_t>(field)]; }
  std::optional<int64_t> take(DateTimeField field);
  bool valid(DateTimeField field) const;
  bool set_day(int64_t day);
  bool set_time(int64_t hour, int64_t minute, int64_t second, int64_t nano);
  bool resolve_date();
  bool resolve_weeks();
  bool resolve_clock(DateTimeField clock, DateTimeField hour);
  bool resolve_time();
  bool complete_time();
  bool agree() const;
  Result<int64_t> value_of(DateTimeField field, int64_t otherwise) const;

  std::array<std::optional<int64_t>, static_cast<size_t>(DateTimeField::kCount)> values_;
  std::optional<int64_t> day_;
  std::optional<int64_t> nano_of_day_;
  bool next_day_ = false;
};

}  // namespace eddyline::expression
