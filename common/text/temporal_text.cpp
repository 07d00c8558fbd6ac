#include "common/text/temporal_text.hpp"

#include "common/base/civil.hpp"
#include "common/text/digits.hpp"
#include "common/text/number_text.hpp"

namespace eddyline {
namespace {

constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr int64_t kNanosecondsPerDay = 86'400 * kNanosecondsPerSecond;

/// The unit is a constant, so that the divisions are multiplications.
template <int64_t kNanosecondsPerUnit, class T>
DayTime split(T value) {
  constexpr T kUnitsPerDay = kNanosecondsPerDay / kNanosecondsPerUnit;
  return {static_cast<int64_t>(floor_divide(value, kUnitsPerDay)),
          static_cast<int64_t>(floor_remainder(value, kUnitsPerDay)) * kNanosecondsPerUnit};
}

template <class T>
DayTime split_by_precision(T value, int32_t precision) {
  if (precision <= 3) return split<1'000'000>(value);
  return precision <= 6 ? split<1'000>(value) : split<1>(value);
}

char* write_hour_minute(char* out, uint32_t second_of_day) {
  out = write_two_digits(out, second_of_day / 3600);
  *out++ = ':';
  return write_two_digits(out, second_of_day / 60 % 60);
}

char* write_hour_minute_second(char* out, uint32_t second_of_day) {
  out = write_hour_minute(out, second_of_day);
  *out++ = ':';
  return write_two_digits(out, second_of_day % 60);
}

/// ".220", ".220001", ".220001003" or nothing.
char* write_fraction_groups(char* out, uint32_t nanosecond) {
  if (nanosecond == 0) return out;
  *out++ = '.';
  if (nanosecond % 1'000'000 == 0) return write_three_digits(out, nanosecond / 1'000'000);
  if (nanosecond % 1'000 == 0) return write_padded(out, nanosecond / 1'000, 6);
  return write_padded(out, nanosecond, 9);
}

uint32_t second_of_day(int64_t nanosecond_of_day) {
  return static_cast<uint32_t>(nanosecond_of_day / kNanosecondsPerSecond);
}
uint32_t nanosecond_of_second(int64_t nanosecond_of_day) {
  return static_cast<uint32_t>(nanosecond_of_day % kNanosecondsPerSecond);
}

char* write_year(char* out, int64_t year) {
  if (year >= 0 && year <= 9999) {
    const auto number = static_cast<uint32_t>(year);
    return write_two_digits(write_two_digits(out, number / 100), number % 100);
  }
  *out++ = year < 0 ? '-' : '+';
  const int64_t magnitude = year < 0 ? -year : year;
  return magnitude <= 9999 ? write_padded(out, static_cast<uint64_t>(magnitude), 4) : write_integer(out, magnitude);
}

/// One number of a period or duration with its letter, nothing for zero.
char* write_part(char* out, int64_t value, char letter) {
  if (value == 0) return out;
  out = write_integer(out, value);
  *out++ = letter;
  return out;
}

/// Seconds of a duration with up to three digits of fraction, zeros at the end left out.
char* write_duration_seconds(char* out, int64_t milliseconds) {
  const bool negative = milliseconds < 0;
  const int64_t magnitude = negative ? -milliseconds : milliseconds;
  if (negative) *out++ = '-';
  out = write_integer(out, magnitude / 1000);
  if (const auto fraction = static_cast<uint64_t>(magnitude % 1000); fraction != 0) {
    *out++ = '.';
    out = write_padded(out, fraction, 3);
    while (out[-1] == '0') --out;
  }
  *out++ = 'S';
  return out;
}

}  // namespace

DayTime split_timestamp(int64_t value, int32_t precision) {
  return split_by_precision(value, precision);
}
DayTime split_timestamp(int128_t value, int32_t precision) {
  return split_by_precision(value, precision);
}

char* write_date(char* out, int64_t day) {
  const CivilDate date = civil_from_days(day);
  out = write_year(out, date.year);
  *out++ = '-';
  out = write_two_digits(out, date.month);
  *out++ = '-';
  return write_two_digits(out, date.day);
}

char* write_time_iso(char* out, int64_t nanosecond_of_day) {
  const uint32_t second = second_of_day(nanosecond_of_day);
  const uint32_t nanosecond = nanosecond_of_second(nanosecond_of_day);
  if (second % 60 == 0 && nanosecond == 0) return write_hour_minute(out, second);
  return write_fraction_groups(write_hour_minute_second(out, second), nanosecond);
}

char* write_time_sql(char* out, int64_t nanosecond_of_day, int32_t digits) {
  out = write_hour_minute_second(out, second_of_day(nanosecond_of_day));
  if (digits == 0) return out;
  *out++ = '.';
  // All nine are written and the surplus overwritten by what follows.
  write_padded(out, nanosecond_of_second(nanosecond_of_day), 9);
  return out + digits;
}

char* write_timestamp_iso(char* out, DayTime time) {
  out = write_date(out, time.day);
  *out++ = 'T';
  return write_time_iso(out, time.nanosecond);
}

char* write_instant_iso(char* out, DayTime time) {
  out = write_date(out, time.day);
  *out++ = 'T';
  out = write_hour_minute_second(out, second_of_day(time.nanosecond));
  out = write_fraction_groups(out, nanosecond_of_second(time.nanosecond));
  *out++ = 'Z';
  return out;
}

char* write_timestamp_sql(char* out, DayTime time, int32_t digits) {
  out = write_date(out, time.day);
  *out++ = ' ';
  return write_time_sql(out, time.nanosecond, digits);
}

char* write_months_sql(char* out, int32_t months) {
  const int64_t magnitude = months < 0 ? -int64_t{months} : months;
  *out++ = months < 0 ? '-' : '+';
  out = write_integer(out, magnitude / 12);
  *out++ = '-';
  return write_two_digits(out, static_cast<uint32_t>(magnitude % 12));
}

char* write_duration_sql(char* out, int64_t milliseconds) {
  constexpr uint64_t kMillisecondsPerDay = 86'400'000;
  const uint64_t magnitude =
      milliseconds < 0 ? -static_cast<uint64_t>(milliseconds) : static_cast<uint64_t>(milliseconds);
  *out++ = milliseconds < 0 ? '-' : '+';
  out = write_integer(out, static_cast<int64_t>(magnitude / kMillisecondsPerDay));
  *out++ = ' ';
  return write_time_sql(out, static_cast<int64_t>(magnitude % kMillisecondsPerDay) * 1'000'000, 3);
}

char* write_months_iso(char* out, int32_t months, IntervalUnit first, IntervalUnit last) {
  const int32_t years = first == IntervalUnit::kMonth ? 0 : months / 12;
  const int32_t rest = first == IntervalUnit::kMonth ? months : (last == IntervalUnit::kYear ? 0 : months % 12);
  *out++ = 'P';
  if (years == 0 && rest == 0) {
    *out++ = '0';
    *out++ = 'D';
    return out;
  }
  return write_part(write_part(out, years, 'Y'), rest, 'M');
}

char* write_duration_iso(char* out, int64_t milliseconds) {
  constexpr int64_t kHour = 3'600'000;
  constexpr int64_t kMinute = 60'000;
  *out++ = 'P';
  *out++ = 'T';
  out = write_part(out, milliseconds / kHour, 'H');
  out = write_part(out, milliseconds % kHour / kMinute, 'M');
  const int64_t rest = milliseconds % kMinute;
  if (rest == 0 && milliseconds != 0) return out;
  return write_duration_seconds(out, rest);
}

}  // namespace eddyline
