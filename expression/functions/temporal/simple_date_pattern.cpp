#include "expression/functions/temporal/simple_date_pattern.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <span>

#include "expression/functions/temporal/calendar_fields.hpp"
#include "expression/functions/temporal/calendar_names.hpp"

namespace eddyline::expression {
namespace {

using Fields = JavaCalendarFields;

constexpr std::string_view kLetters = "GyYMLwWDdFEuaHkKhmsSzZX";
constexpr std::string_view kNumberLetters = "yYwWDdFuHkKhmsS";
/// Counts of one letter that make names long.
constexpr int kLongName = 4;
constexpr int kCenturyYearsBack = 80;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void append_number(std::string& out, int64_t number, int width) {
  const std::string digits = std::to_string(number < 0 ? -number : number);
  if (number < 0) out += '-';
  out.append(static_cast<size_t>(std::max<int64_t>(0, width - static_cast<int64_t>(digits.size()))), '0');
  out += digits;
}

void append_name(std::string& out, std::string_view name, int count) {
  out += count >= kLongName ? name : name.substr(0, kShortNameLength);
}

void append_date_field(std::string& out, char letter, int count, int64_t day) {
  const CivilDate date = java_date_of_day(day);
  const int64_t year_begin = day_of_java_date({date.year, 1, 1});
  const int64_t month_begin = day_of_java_date({date.year, date.month, 1});
  switch (letter) {
    case 'G':
      out += date.year > 0 ? "AD" : "BC";
      return;
    case 'y': {
      const int64_t year = date.year > 0 ? date.year : 1 - date.year;
      return append_number(out, count == 2 ? year % 100 : year, count);
    }
    case 'Y':
      return append_number(out, count == 2 ? java_week_year(day) % 100 : java_week_year(day), count);
    case 'M':
    case 'L':
      if (count >= 3) return append_name(out, kMonthNames[date.month - 1], count);
      return append_number(out, date.month, count);
    case 'w':
      return append_number(out, java_week_year(day) > date.year ? 1 : week_number(day, year_begin), count);
    case 'W':
      return append_number(out, week_number(day, month_begin), count);
    case 'D':
      return append_number(out, day - year_begin + 1, count);
    case 'd':
      return append_number(out, date.day, count);
    case 'F':
      return append_number(out, (day - month_begin) / 7 + 1, count);
    case 'u':
      return append_number(out, iso_day_of_week(day), count);
    default:
      return append_name(out, kDayNames[iso_day_of_week(day) - 1], count);
  }
}

void append_time_field(std::string& out, char letter, int count, int64_t time) {
  const int64_t hour = time / kMillisecondsPerHour;
  switch (letter) {
    case 'a':
      out += hour < 12 ? "AM" : "PM";
      return;
    case 'H':
      return append_number(out, hour, count);
    case 'k':
      return append_number(out, hour == 0 ? 24 : hour, count);
    case 'K':
      return append_number(out, hour % 12, count);
    case 'h':
      return append_number(out, hour % 12 == 0 ? 12 : hour % 12, count);
    case 'm':
      return append_number(out, time / kMillisecondsPerMinute % 60, count);
    case 's':
      return append_number(out, time / kMillisecondsPerSecond % 60, count);
    default:
      return append_number(out, time % 1000, count);
  }
}

/// A whole number at `at`, in `text` as far as it may reach. Numbers beyond int64 saturate, smaller ones wrap to 32 bits, as in Java.
std::optional<int32_t> read_integer(std::string_view text, size_t& at) {
  constexpr size_t kInt64Digits = 18;
  size_t next = at;
  const bool negative = next < text.size() && text[next] == '-';
  if (negative) ++next;
  const size_t first = next;
  int64_t value = 0;
  size_t significant = 0;
  for (; next < text.size() && is_digit(text[next]); ++next) {
    if (significant > 0 || text[next] != '0') ++significant;
    if (significant <= kInt64Digits) value = value * 10 + (text[next] - '0');
  }
  if (next == first) return std::nullopt;
  at = next;
  if (significant > kInt64Digits) return negative ? std::numeric_limits<int32_t>::min() : std::numeric_limits<int32_t>::max();
  return static_cast<int32_t>(negative ? -value : value);
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && std::ranges::equal(text.substr(0, prefix.size()), prefix, [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
         });
}

/// Which of the names stands at `at`, long or short; any case.
std::optional<int32_t> read_name(std::span<const std::string_view> names, std::string_view text, size_t& at) {
  const std::string_view rest = text.substr(at);
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string_view short_name = names[i].substr(0, kShortNameLength);
    if (!starts_with_ignoring_case(rest, short_name)) continue;
    at += starts_with_ignoring_case(rest, names[i]) ? names[i].size() : short_name.size();
    return static_cast<int32_t>(i);
  }
  return std::nullopt;
}

/// Names of eras, halves of the day, months and days of the week.
bool read_word(char letter, std::string_view text, size_t& at, Fields& fields) {
  static constexpr std::string_view kEras[] = {"BC", "AD"};
  static constexpr std::string_view kHalves[] = {"AM", "PM"};
  switch (letter) {
    case 'G':
    case 'a': {
      const auto found = read_name(letter == 'G' ? std::span(kEras) : std::span(kHalves), text, at);
      if (found) fields.set(letter == 'G' ? Fields::kEra : Fields::kHalfDay, *found);
      return found.has_value();
    }
    case 'E': {
      const auto found = read_name(kDayNames, text, at);
      if (found) fields.set(Fields::kDayOfWeek, (*found + 1) % 7 + 1);
      return found.has_value();
    }
    default: {
      const auto found = read_name(kMonthNames, text, at);
      if (found) fields.set(Fields::kMonth, *found);
      return found.has_value();
    }
  }
}

void set_number(char letter, int32_t value, Fields& fields) {
  switch (letter) {
    case 'y':
      return fields.set(Fields::kYear, value);
    case 'Y':
      return fields.set(Fields::kWeekYear, value);
    case 'M':
    case 'L':
      return fields.set(Fields::kMonth, static_cast<int32_t>(int64_t{value} - 1));
    case 'w':
      return fields.set(Fields::kWeekOfYear, value);
    case 'W':
      return fields.set(Fields::kWeekOfMonth, value);
    case 'D':
      return fields.set(Fields::kDayOfYear, value);
    case 'd':
      return fields.set(Fields::kDayOfMonth, value);
    case 'F':
      return fields.set(Fields::kDayOfWeekInMonth, value);
    case 'u':
      return fields.set(Fields::kDayOfWeek, value >= 1 && value <= 7 ? value % 7 + 1 : value);
    case 'H':
      return fields.set(Fields::kHourOfDay, value);
    case 'k':
      return fields.set(Fields::kHourOfDay, value == 24 ? 0 : value);
    case 'K':
      return fields.set(Fields::kHour, value);
    case 'h':
      return fields.set(Fields::kHour, value == 12 ? 0 : value);
    case 'm':
      return fields.set(Fields::kMinute, value);
    case 's':
      return fields.set(Fields::kSecond, value);
    default:
      return fields.set(Fields::kMillisecond, value);
  }
}

/// The hundred years of years of two digits.
struct Century {
  int64_t begin_ms;
  int32_t begin_year;

  explicit Century(int64_t now_ms) : begin_ms(add_months_to_millisecond(now_ms, -12 * kCenturyYearsBack)) {
    begin_year = static_cast<int32_t>(java_date_of_day(day_of_millisecond(begin_ms)).year);
  }
  int32_t year_of(int32_t digits) const { return begin_year / 100 * 100 + digits + (digits < begin_year % 100 ? 100 : 0); }
};

}  // namespace

void SimpleDatePattern::add_text(char c) {
  if (elements_.empty() || elements_.back().letter != 0) elements_.push_back({0, 0, {}});
  elements_.back().text += c;
}

Status SimpleDatePattern::add_letters(char letter, int count) {
  if (kLetters.find(letter) == std::string_view::npos) {
    return data_error("Illegal pattern character '" + std::string(1, letter) + "'");
  }
  if (is_zone_letter(letter)) {
    RETURN_IF_ERROR(check_zone_letter(PatternDialect::kSimpleDateFormat, letter, count));
    has_zone_ = true;
  }
  elements_.push_back({letter, count, {}});
  return {};
}

Result<SimpleDatePattern> SimpleDatePattern::parse(std::string_view pattern) {
  SimpleDatePattern result;
  bool quoted = false;
  for (size_t at = 0; at < pattern.size();) {
    const char c = pattern[at];
    if (c == '\'') {
      const bool twice = at + 1 < pattern.size() && pattern[at + 1] == '\'';
      twice ? result.add_text(c) : void(quoted = !quoted);
      at += twice ? 2 : 1;
    } else if (quoted || !is_pattern_letter(c)) {
      result.add_text(c);
      ++at;
    } else {
      const size_t end = std::min(pattern.find_first_not_of(c, at), pattern.size());
      RETURN_IF_ERROR(result.add_letters(c, static_cast<int>(end - at)));
      at = end;
    }
  }
  if (quoted) return data_error("Unterminated quote");
  return result;
}

Status SimpleDatePattern::format(int64_t local_ms, std::string& out, const ZoneAtInstant& zone) const {
  const int64_t day = day_of_millisecond(local_ms);
  for (const Element& element : elements_) {
    if (element.letter == 0) {
      out += element.text;
    } else if (is_zone_letter(element.letter)) {
      RETURN_IF_ERROR(append_zone(out, element.letter, element.count, zone));
    } else if (std::string_view("aHkKhmsS").find(element.letter) != std::string_view::npos) {
      append_time_field(out, element.letter, element.count, millisecond_of_day(local_ms));
    } else {
      append_date_field(out, element.letter, element.count, day);
    }
  }
  return {};
}

/// True for an element that prints digits.
bool SimpleDatePattern::is_number(size_t index) const {
  if (index >= elements_.size() || elements_[index].letter == 0) return false;
  const Element& element = elements_[index];
  if (element.letter == 'M' || element.letter == 'L') return element.count <= 2;
  return kNumberLetters.find(element.letter) != std::string_view::npos;
}

std::optional<SimpleDatePattern::ReadTime> SimpleDatePattern::read(std::string_view text, const TimeZone& session,
                                                                   int64_t now_ms) const {
  const Century century(now_ms);
  ReadTime result;
  Fields fields;
  bool ambiguous_year = false;
  size_t at = 0;
  for (size_t i = 0; i < elements_.size(); ++i) {
    const Element& element = elements_[i];
    if (element.letter == 0) {
      if (!text.substr(at).starts_with(element.text)) return std::nullopt;
      at += element.text.size();
      continue;
    }
    const size_t start = at;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    if (at == text.size()) return std::nullopt;
    if (is_zone_letter(element.letter)) {
      if (!read_zone(PatternDialect::kSimpleDateFormat, element.letter, element.count, text, at, session, result.offset_ms)) {
        return std::nullopt;
      }
    } else if (!is_number(i)) {
      // Blanks go before numbers and zones only.
      at = start;
      if (!read_word(element.letter, text, at, fields)) return std::nullopt;
    } else {
      // Between numbers without anything in between the count of letters says where one ends.
      const size_t end = start + static_cast<size_t>(element.count);
      const bool bounded = is_number(i + 1);
      if (bounded && end > text.size()) return std::nullopt;
      const size_t first = at;
      auto value = read_integer(bounded ? text.substr(0, end) : text, at);
      if (!value) return std::nullopt;
      const bool year = element.letter == 'y' || element.letter == 'Y';
      if (year && element.count <= 2 && at - first == 2 && is_digit(text[first])) {
        ambiguous_year = *value == century.begin_year % 100;
        value = century.year_of(*value);
      }
      set_number(element.letter, *value, fields);
    }
  }
  if (at == 0) return std::nullopt;
  result.local_ms = fields.local_ms();
  if (ambiguous_year && result.local_ms < century.begin_ms) {
    fields.add_century();
    result.local_ms = fields.local_ms();
  }
  return result;
}

}  // namespace eddyline::expression
