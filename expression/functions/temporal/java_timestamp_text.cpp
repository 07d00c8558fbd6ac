#include "expression/functions/temporal/java_timestamp_text.hpp"

#include <charconv>
#include <string>

#include "common/base/civil.hpp"
#include "expression/functions/temporal/java_calendar.hpp"

namespace eddyline::expression {
namespace {

constexpr int64_t kMillisecondsPerDay = 86'400'000;

/// Digits with a sign, as Java's Integer.parseInt.
std::optional<int32_t> parse_integer(std::string_view text) {
  if (text.starts_with('+') && !text.substr(1).starts_with('-')) text.remove_prefix(1);
  int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Cuts the text up to a mark off its front; all of it where there is none.
std::string_view take_until(std::string_view& text, char mark) {
  const size_t at = text.find(mark);
  const std::string_view front = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return front;
}

bool read_date(std::string_view text, JavaCalendarFields& fields) {
  const std::string_view year_text = take_until(text, '-');
  const std::string_view month_text = take_until(text, '-');
  if (year_text.size() != 4 || month_text.size() > 2 || text.size() > 2) return false;
  const auto year = parse_integer(year_text);
  const auto month = parse_integer(month_text);
  const auto day = parse_integer(text);
  if (!year || !month || *month < 1 || *month > 12 || !day || *day < 1 || *day > 31) return false;
  fields.set(JavaCalendarFields::kYear, *year);
  fields.set(JavaCalendarFields::kMonth, *month - 1);
  fields.set(JavaCalendarFields::kDayOfMonth, *day);
  return true;
}

/// Milliseconds of the digits behind a point: one to nine.
std::optional<int32_t> parse_fraction(std::string_view digits) {
  if (digits.empty() || digits.size() > 9 || digits[0] < '0' || digits[0] > '9') return std::nullopt;
  std::string padded(digits);
  padded.resize(9, '0');
  const auto nanoseconds = parse_integer(padded);
  if (!nanoseconds) return std::nullopt;
  return *nanoseconds / 1'000'000;
}

bool read_time(std::string_view text, JavaCalendarFields& fields) {
  const auto hour = parse_integer(take_until(text, ':'));
  const auto minute = parse_integer(take_until(text, ':'));
  const bool has_fraction = text.find('.') != std::string_view::npos;
  const auto second = parse_integer(take_until(text, '.'));
  const auto millisecond = has_fraction ? parse_fraction(text) : std::optional<int32_t>(0);
  if (!hour || !minute || !second || !millisecond) return false;
  fields.set(JavaCalendarFields::kHourOfDay, *hour);
  fields.set(JavaCalendarFields::kMinute, *minute);
  fields.set(JavaCalendarFields::kSecond, *second);
  fields.set(JavaCalendarFields::kMillisecond, *millisecond);
  return true;
}

std::string_view without_blanks_around(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

/// The time whose calendar date is that of Java's calendar at `local_ms`; none on the leap days that only that one has.
std::optional<int64_t> same_date(int64_t local_ms) {
  const int64_t day = floor_divide(local_ms, kMillisecondsPerDay);
  const CivilDate date = java_date_of_day(day);
  if (date.day > days_in_month(date.year, date.month)) return std::nullopt;
  return days_from_civil(date) * kMillisecondsPerDay + floor_remainder(local_ms, kMillisecondsPerDay);
}

}  // namespace

std::optional<int64_t> read_java_timestamp(std::string_view text) {
  text = without_blanks_around(text);
  const bool has_time = text.find(' ') != std::string_view::npos;
  JavaCalendarFields fields;
  if (!read_date(take_until(text, ' '), fields)) return std::nullopt;
  if (!has_time) return fields.local_ms();
  if (!read_time(text, fields)) return std::nullopt;
  return same_date(fields.local_ms());
}

}  // namespace eddyline::expression
