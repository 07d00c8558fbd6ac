#include "expression/functions/cast/temporal_parsing.hpp"

#include <charconv>

#include "expression/functions/cast/number_parsing.hpp"

namespace eddyline::expression {
namespace {

constexpr int64_t kMaxYear = 9999;

/// A number that fills the text.
std::optional<int64_t> whole_number(std::string_view text) {
  text = trim_blanks(text);
  if (text.empty() || text.size() > 9) return std::nullopt;
  int64_t number = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = number * 10 + (digit - '0');
  }
  return number;
}

/// The text before the separator; the text after it stays. All of it if there is none.
std::string_view take_part(std::string_view& text, char separator) {
  const size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return part;
}

/// Reads a timestamp from left to right and remembers how far it came.
class TimestampReader {
 public:
  explicit TimestampReader(std::string_view text) : text_(text) {}

  std::optional<Instant> read() {
    const auto year = digits(4, 4);
    if (!year || *year == 0 || !literal('-')) return std::nullopt;
    const auto month = digits(1, 2);
    if (!month || !in_range(*month, 1, 12) || !literal('-')) return std::nullopt;
    const auto day = digits(1, 2);
    if (!day || !in_range(*day, 1, 31)) return std::nullopt;
    const auto last = days_in_month(*year, static_cast<uint32_t>(*month));
    const auto day_of_month = std::min(static_cast<uint32_t>(*day), last);
    Instant instant{days_from_civil({*year, static_cast<uint32_t>(*month), day_of_month}) * kMillisecondsPerDay, 0};
    if (at_ < text_.size()) read_time(instant);
    if (at_ < text_.size()) return std::nullopt;
    return instant;
  }

  TimestampFault fault() const { return {at_, after_date_}; }

 private:
  bool literal(char wanted) {
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  std::optional<int64_t> digits(size_t least, size_t most) {
    size_t count = 0;
    int64_t number = 0;
    while (count < most && at_ + count < text_.size() && text_[at_ + count] >= '0' && text_[at_ + count] <= '9') {
      number = number * 10 + (text_[at_ + count++] - '0');
    }
    if (count < least) return std::nullopt;
    at_ += count;
    return number;
  }

  static bool in_range(int64_t number, int64_t least, int64_t most) { return number >= least && number <= most; }

  /// The time of day is optional as a whole: if it is not there in full, the text ends behind the date.
  void read_time(Instant& instant) {
    const size_t start = at_;
    after_date_ = true;
    if (!literal(' ')) return;
    const auto hour = digits(1, 2);
    const bool minutes = hour && literal(':');
    const auto minute = minutes ? digits(1, 2) : std::nullopt;
    const bool seconds = minute && literal(':');
    const auto second = seconds ? digits(1, 2) : std::nullopt;
    const bool midnight = hour && minute && second && *hour == 24 && *minute == 0 && *second == 0;
    if (!second || (!in_range(*hour, 0, 23) && !midnight) || *minute > 59 || *second > 59) {
      at_ = start;
      return;
    }
    instant.millisecond += (*hour * 60 + *minute) * kMillisecondsPerMinute + *second * kMillisecondsPerSecond;
    if (literal('.')) read_fraction(instant);
  }

  void read_fraction(Instant& instant) {
    const size_t start = at_;
    const int64_t fraction = digits(0, 9).value_or(0);
    int64_t nanoseconds = fraction;
    for (size_t digit = at_ - start; digit < 9; ++digit) nanoseconds *= 10;
    instant.millisecond += nanoseconds / 1'000'000;
    instant.nanosecond = static_cast<int32_t>(nanoseconds % 1'000'000);
  }

  std::string_view text_;
  size_t at_ = 0;
  bool after_date_ = false;
};

}  // namespace

std::optional<int32_t> parse_date_text(std::string_view text) {
  text = trim_blanks(text);
  std::string_view rest = text.substr(0, text.find(' '));
  const auto year = whole_number(take_part(rest, '-'));
  std::optional<int64_t> month = 1;
  std::optional<int64_t> day = 1;
  if (text.find('-') != std::string_view::npos) {
    const bool has_day = rest.find('-') != std::string_view::npos;
    month = whole_number(take_part(rest, '-'));
    if (has_day) day = whole_number(rest);
  }
  if (!year || !month || !day || *year > kMaxYear || *month < 1 || *month > 12 || *day < 1) return std::nullopt;
  const auto month_of_year = static_cast<uint32_t>(*month);
  if (*day > days_in_month(*year, month_of_year)) return std::nullopt;
  return static_cast<int32_t>(days_from_civil({*year, month_of_year, static_cast<uint32_t>(*day)}));
}

std::optional<int32_t> parse_time_text(std::string_view text) {
  std::string_view rest = trim_blanks(text);
  std::string_view whole = take_part(rest, '.');
  std::string_view fraction = rest;
  const auto hour = whole_number(take_part(whole, ':'));
  const auto minute = whole.empty() ? std::optional<int64_t>(0) : whole_number(take_part(whole, ':'));
  const auto second = whole.empty() ? std::optional<int64_t>(0) : whole_number(whole);
  if (!hour || !minute || !second || *hour % 100 > 23 || *minute > 59 || *second > 59) return std::nullopt;
  int64_t millisecond = 0;
  for (size_t digit = 0; digit < 3; ++digit) {
    if (digit < fraction.size() && (fraction[digit] < '0' || fraction[digit] > '9')) return std::nullopt;
    millisecond = millisecond * 10 + (digit < fraction.size() ? fraction[digit] - '0' : 0);
  }
  return static_cast<int32_t>(*hour % 100 * kMillisecondsPerHour + *minute * kMillisecondsPerMinute +
                              *second * kMillisecondsPerSecond + millisecond);
}

std::optional<Instant> parse_timestamp_text(std::string_view text, TimestampFault* fault) {
  TimestampReader reader(text);
  const std::optional<Instant> instant = reader.read();
  if (!instant && fault != nullptr) *fault = reader.fault();
  return instant;
}

Status date_error(std::string_view text) { return data_error("For input string: '" + std::string(text) + "'."); }

Status time_error(std::string_view text) {
  return data_error("Invalid time format: '" + std::string(text) +
                    "'. Expected format: HH:mm:ss[.fff] where HH is 00-23, mm is 00-59, ss is 00-59");
}

Status timestamp_error(std::string_view text, const TimestampFault& fault) {
  const std::string start = "Text '" + std::string(text) + "' could not be parsed";
  if (fault.unparsed_rest) return data_error(start + ", unparsed text found at index " + std::to_string(fault.index));
  return data_error(start + " at index " + std::to_string(fault.index));
}

}  // namespace eddyline::expression
