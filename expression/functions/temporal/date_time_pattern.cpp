#include "expression/functions/temporal/date_time_pattern.hpp"

#include "expression/functions/temporal/calendar_fields.hpp"

namespace eddyline::expression {
namespace {

constexpr std::string_view kMonths[] = {"January", "February", "March",     "April",   "May",      "June",
                                        "July",    "August",   "September", "October", "November", "December"};
constexpr std::string_view kDays[] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};
constexpr std::string_view kLetters = "yuYMLdDEecwWFQqGHhKkmsSAnNa";

bool is_letter_of_pattern(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

void append_number(std::string& out, int64_t number, int width) {
  const std::string digits = std::to_string(number < 0 ? -number : number);
  if (number < 0) out += '-';
  for (int i = static_cast<int>(digits.size()); i < width; ++i) out += '0';
  out += digits;
}

/// Short for three letters and fewer, whole for four, the first letter for five.
void append_name(std::string& out, std::string_view name, int count) {
  out += count == 4 ? name : name.substr(0, count == 5 ? 1 : 3);
}

/// Weeks of a year or month as counted in the United States: they begin on Sunday, the first holds the first day.
int64_t week_number(int64_t day, int64_t first_day) { return (day - first_day + day_of_week(first_day) - 1) / 7 + 1; }

/// The year whose week the day lies in: the last days of December may belong to the next.
int64_t week_year(int64_t day) {
  const int64_t year = civil_from_days(day).year;
  const int64_t next = days_from_civil({year + 1, 1, 1});
  return day >= next - (day_of_week(next) - 1) ? year + 1 : year;
}

void append_fraction(std::string& out, int64_t nanosecond, int count) {
  std::string digits = std::to_string(nanosecond);
  digits.insert(0, 9 - digits.size(), '0');
  digits.resize(static_cast<size_t>(count), '0');
  out += digits;
}

void append_year(std::string& out, int64_t year, int count) {
  if (count == 2) return append_number(out, floor_remainder<int64_t>(year, 100), 2);
  if (count >= 4 && year > 9999) out += '+';
  append_number(out, year, count);
}

void append_date_field(std::string& out, char letter, int count, int64_t day) {
  const CivilDate date = civil_from_days(day);
  const int64_t quarter = (date.month + 2) / 3;
  switch (letter) {
    case 'y':
      return append_year(out, date.year > 0 ? date.year : 1 - date.year, count);
    case 'u':
      return append_year(out, date.year, count);
    case 'Y':
      return append_year(out, week_year(day), count);
    case 'M':
    case 'L':
      if (count >= 3) return append_name(out, kMonths[date.month - 1], count);
      return append_number(out, date.month, count);
    case 'd':
      return append_number(out, date.day, count);
    case 'D':
      return append_number(out, day_of_year(day), count);
    case 'E':
      return append_name(out, kDays[iso_day_of_week(day) - 1], count);
    case 'e':
    case 'c':
      if (count >= 3) return append_name(out, kDays[iso_day_of_week(day) - 1], count);
      return append_number(out, day_of_week(day), count);
    case 'w':
      return append_number(out, week_year(day) > date.year ? 1 : week_number(day, first_day_of(day, TimeUnit::kYear)), count);
    case 'W':
      return append_number(out, week_number(day, first_day_of(day, TimeUnit::kMonth)), count);
    case 'F':
      return append_number(out, (static_cast<int64_t>(date.day) - 1) % 7 + 1, count);
    case 'Q':
    case 'q':
      if (count == 3) out += 'Q';
      append_number(out, quarter, count == 3 ? 1 : count);
      if (count == 4) out += quarter == 1 ? "st quarter" : (quarter == 2 ? "nd quarter" : (quarter == 3 ? "rd quarter" : "th quarter"));
      return;
    case 'G':
      out += count == 4 ? (date.year > 0 ? "Anno Domini" : "Before Christ") : (date.year > 0 ? "AD" : "BC");
      return;
    default:
      return;
  }
}

void append_time_field(std::string& out, char letter, int count, Instant local) {
  const int64_t time = millisecond_of_day(local.millisecond);
  const int64_t hour = time / kMillisecondsPerHour;
  const int64_t nanosecond = time % 1000 * 1'000'000 + local.nanosecond;
  switch (letter) {
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
    case 'S':
      return append_fraction(out, nanosecond, count);
    case 'A':
      return append_number(out, time, count);
    case 'n':
      return append_number(out, nanosecond, count);
    case 'N':
      return append_number(out, time * 1'000'000 + local.nanosecond, count);
    case 'a':
      out += hour < 12 ? "AM" : "PM";
      return;
    default:
      return;
  }
}

}  // namespace

Result<DateTimePattern> DateTimePattern::parse(std::string_view pattern, PatternDialect dialect) {
  DateTimePattern result;
  result.dialect_ = dialect;
  const auto add_text = [&](char c) {
    if (result.elements_.empty() || result.elements_.back().letter != 0) result.elements_.push_back({0, 0, {}});
    result.elements_.back().text += c;
  };
  for (size_t at = 0; at < pattern.size();) {
    const char c = pattern[at];
    if (c == '\'') {
      if (at + 1 < pattern.size() && pattern[at + 1] == '\'') {
        add_text(c);
        at += 2;
        continue;
      }
      for (++at; at < pattern.size(); ++at) {
        if (pattern[at] != '\'') {
          add_text(pattern[at]);
        } else if (at + 1 < pattern.size() && pattern[at + 1] == '\'') {
          add_text(pattern[at++]);
        } else {
          break;
        }
      }
      if (at == pattern.size()) return data_error("Pattern ends with an incomplete string literal: " + std::string(pattern));
      ++at;
    } else if (is_letter_of_pattern(c)) {
      size_t end = at;
      while (end < pattern.size() && pattern[end] == c) ++end;
      if (is_zone_letter(c)) {
        RETURN_IF_ERROR(check_zone_letter(dialect, c, static_cast<int>(end - at)));
        result.has_zone_ = true;
      } else if (kLetters.find(c) == std::string_view::npos) {
        return data_error("Unknown pattern letter: " + std::string(1, c));
      }
      result.elements_.push_back({c, static_cast<int>(end - at), {}});
      at = end;
    } else if (c == '{' || c == '}' || c == '#') {
      return data_error("Pattern includes reserved character: '" + std::string(1, c) + "'");
    } else {
      add_text(c);
      ++at;
    }
  }
  return result;
}

Status DateTimePattern::format(Instant local, std::string& out, const ZoneAtInstant* zone) const {
  if (has_zone_ && zone == nullptr) return data_error("Unable to extract ZoneId from temporal");
  const int64_t day = day_of_millisecond(local.millisecond);
  for (const Element& element : elements_) {
    if (element.letter == 0) {
      out += element.text;
    } else if (is_zone_letter(element.letter)) {
      RETURN_IF_ERROR(append_zone(out, element.letter, element.count, *zone));
    } else if (std::string_view("HhKkmsSAnNa").find(element.letter) != std::string_view::npos) {
      append_time_field(out, element.letter, element.count, local);
    } else {
      append_date_field(out, element.letter, element.count, day);
    }
  }
  return {};
}

/// What a text said, by letter.
struct DateTimePattern::Fields {
  int64_t year = 1970;
  int64_t month = 1;
  int64_t day = 1;
  std::optional<int64_t> day_of_year;
  int64_t hour = 0;
  std::optional<int64_t> half_day_hour;
  bool afternoon = false;
  int64_t minute = 0;
  int64_t second = 0;
  int64_t nanosecond = 0;

  bool set(char letter, int64_t value) {
    switch (letter) {
      case 'y':
      case 'u':
        year = value;
        return true;
      case 'M':
      case 'L':
        month = value;
        return true;
      case 'd':
        day = value;
        return true;
      case 'D':
        day_of_year = value;
        return true;
      case 'H':
        hour = value;
        return true;
      case 'k':
        hour = value % 24;
        return value >= 1 && value <= 24;
      case 'K':
        half_day_hour = value;
        return value <= 11;
      case 'h':
        half_day_hour = value % 12;
        return value >= 1 && value <= 12;
      case 'm':
        minute = value;
        return true;
      case 's':
        second = value;
        return true;
      default:
        return false;
    }
  }

  bool in_range() const {
    return month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 23 && minute <= 59 && second <= 59;
  }

  Instant instant(bool lenient) const {
    const int64_t hours = half_day_hour ? *half_day_hour + (afternoon ? 12 : 0) : hour;
    int64_t days = 0;
    if (day_of_year) {
      days = days_from_civil({year, 1, 1}) + *day_of_year - 1;
    } else if (lenient) {
      days = add_months_to_day(days_from_civil({year, 1, 1}), month - 1) + day - 1;
    } else {
      const auto month_of_year = static_cast<uint32_t>(month);
      days = days_from_civil({year, month_of_year, std::min(static_cast<uint32_t>(day), days_in_month(year, month_of_year))});
    }
    return {((days * 24 + hours) * 60 + minute) * kMillisecondsPerMinute + second * 1000 + nanosecond / 1'000'000,
            static_cast<int32_t>(nanosecond % 1'000'000)};
  }
};

int DateTimePattern::digits_behind(size_t index) const {
  int digits = 0;
  for (size_t i = index + 1; i < elements_.size(); ++i) {
    const Element& next = elements_[i];
    const bool number = next.letter != 0 && next.letter != 'a' && next.letter != 'E' && !is_zone_letter(next.letter) &&
                        !((next.letter == 'M' || next.letter == 'L') && next.count >= 3);
    if (!number || next.count < 2) break;
    digits += next.count;
  }
  return digits;
}

bool DateTimePattern::read_number(const Element& element, size_t index, std::string_view text, size_t& at,
                                  Reading reading, Fields& fields) const {
  size_t run = 0;
  while (at + run < text.size() && text[at + run] >= '0' && text[at + run] <= '9') ++run;
  const auto count = static_cast<size_t>(element.count);
  const auto reserved = static_cast<size_t>(digits_behind(index));
  const bool year = element.letter == 'y' || element.letter == 'u';
  size_t least = count;
  size_t most = count;
  if (reading == Reading::kLenient || count == 1 || (year && count > 2)) most = reserved > 0 ? (run > reserved ? run - reserved : 0) : run;
  if (reading == Reading::kLenient || count == 1) least = 1;
  // Years of more digits than the pattern has letters need a sign.
  if (year && count >= 4 && reading == Reading::kExact) most = std::min(most, count);
  const size_t digits = std::min({run, most, size_t{18}});
  if (digits < least) return false;
  int64_t value = 0;
  for (size_t i = 0; i < digits; ++i) value = value * 10 + (text[at + i] - '0');
  at += digits;
  if (element.letter == 'S') {
    if (digits > 9) return false;
    // SimpleDateFormat reads milliseconds, DateTimeFormatter a fraction.
    for (size_t i = reading == Reading::kLenient ? 3 : digits; i < 9; ++i) value *= 10;
    fields.nanosecond = value;
    return true;
  }
  if (year && count == 2 && digits == 2) value += 2000;
  return fields.set(element.letter, value);
}

bool DateTimePattern::read_name(const Element& element, std::string_view text, size_t& at, Fields& fields) {
  const std::string_view rest = text.substr(at);
  if (element.letter == 'a') {
    if (!rest.starts_with("AM") && !rest.starts_with("PM")) return false;
    fields.afternoon = rest[0] == 'P';
    at += 2;
    return true;
  }
  const bool month = element.letter != 'E';
  const std::string_view* const names = month ? kMonths : kDays;
  for (int i = 0; i < (month ? 12 : 7); ++i) {
    const std::string_view name = element.count == 4 ? names[i] : names[i].substr(0, 3);
    if (!rest.starts_with(name)) continue;
    if (month) fields.month = i + 1;
    at += name.size();
    return true;
  }
  return false;
}

std::optional<DateTimePattern::ReadTime> DateTimePattern::read(std::string_view text, Reading reading,
                                                               const TimeZone& session) const {
  std::optional<int64_t> offset_ms;
  Fields fields;
  size_t at = 0;
  for (size_t i = 0; i < elements_.size(); ++i) {
    const Element& element = elements_[i];
    const bool name = element.letter == 'a' || element.letter == 'E' ||
                      ((element.letter == 'M' || element.letter == 'L') && element.count >= 3);
    if (element.letter == 0) {
      if (!text.substr(at).starts_with(element.text)) return std::nullopt;
      at += element.text.size();
    } else if (is_zone_letter(element.letter)) {
      if (!read_zone(dialect_, element.letter, element.count, text, at, session, offset_ms)) return std::nullopt;
    } else if (name ? !read_name(element, text, at, fields) : !read_number(element, i, text, at, reading, fields)) {
      return std::nullopt;
    }
  }
  const bool lenient = reading == Reading::kLenient;
  if (!lenient && (at != text.size() || !fields.in_range())) return std::nullopt;
  return ReadTime{fields.instant(lenient), offset_ms};
}

}  // namespace eddyline::expression
