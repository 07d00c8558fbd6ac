#pragma once

#include <cstddef>
#include <cstdint>

#include "common/base/int128.hpp"
#include "common/columnar/data_type.hpp"

namespace eddyline {

// Writers in the manner of std::to_chars: text from `out` on, result is its end. The caller leaves room for the
// longest.

inline constexpr size_t kLongestTemporal = 48;

/// A point on a time line: a day since 1970-01-01 and the nanoseconds of that day.
struct DayTime {
  int64_t day;
  int64_t nanosecond;  // [0, 86'400'000'000'000)
};

/// Value of a TIMESTAMP or TIMESTAMP_LTZ column of 0..3, 4..6 or 7..9 digits: milliseconds, microseconds, nanoseconds.
DayTime split_timestamp(int64_t value, int32_t precision);
DayTime split_timestamp(int128_t value, int32_t precision);

/// "2026-11-12"; years beyond four digits as in ISO 8601: "+12026-01-01", "-0001-01-01".
char* write_date(char* out, int64_t day);

/// ISO, as Java: "12:34", "12:34:56", "12:34:56.700": what is zero at the end is left out, fractions in groups of three
/// digits.
char* write_time_iso(char* out, int64_t nanosecond_of_day);
/// SQL: "12:34:56" and exactly `digits` digits of fraction, cut.
char* write_time_sql(char* out, int64_t nanosecond_of_day, int32_t digits);

/// "2026-11-12T01:01:43.221", with the time as write_time_iso.
char* write_timestamp_iso(char* out, DayTime time);
/// "2026-11-12T01:01:00Z": seconds always, fraction in groups of three digits.
char* write_instant_iso(char* out, DayTime time);
/// "2026-11-12 01:01:43.221": exactly `digits` digits of fraction, cut.
char* write_timestamp_sql(char* out, DayTime time, int32_t digits);

/// "+1-02" (years-months), "+1 12:00:00.000" (days time); a leading sign always.
char* write_months_sql(char* out, int32_t months);
char* write_duration_sql(char* out, int64_t milliseconds);
/// As Java's Period and Duration: "P1Y2M", "P14M" for an interval of months only, "PT36H", "PT-0.5S".
char* write_months_iso(char* out, int32_t months, IntervalUnit first, IntervalUnit last);
char* write_duration_iso(char* out, int64_t milliseconds);

}  // namespace eddyline
