#include "sql/parser/lexical/literal_value.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "common/base/quoting.hpp"
#include "common/columnar/data_type.hpp"
#include "sql/parser/unparser.hpp"

namespace eddyline::sql {

int64_t unit_weight(IntervalUnit unit) {
  switch (unit) {
    case IntervalUnit::kYear:
      return 12;
    case IntervalUnit::kMonth:
      return 1;
    case IntervalUnit::kDay:
      return 86'400'000;
    case IntervalUnit::kHour:
      return 3'600'000;
    case IntervalUnit::kMinute:
      return 60'000;
    case IntervalUnit::kSecond:
      return 1'000;
  }
  return 0;
}

namespace {

constexpr int32_t kDefaultLeadingPrecision = 2;
constexpr int32_t kDefaultFractionPrecision = 6;
/// More digits than any precision allows, few enough for int64.
constexpr size_t kMostDigits = 18;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Reads a literal's text from the left.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }

  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<std::string_view> take_digits(size_t most) {
    size_t count = 0;
    while (count < rest_.size() && is_digit(rest_[count])) ++count;
    if (count == 0 || count > most) return std::nullopt;
    const std::string_view digits = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return digits;
  }

  std::optional<int64_t> take_number(size_t most_digits) {
    const std::optional<std::string_view> digits = take_digits(most_digits);
    if (!digits) return std::nullopt;
    int64_t value = 0;
    for (const char c : *digits) value = value * 10 + (c - '0');
    return value;
  }

 private:
  std::string_view rest_;
};

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\n\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n\r") - first + 1);
}

/// "1440" as "1,440".
std::string grouped(int64_t number) {
  std::string text = std::to_string(number);
  for (size_t end = text.size(); end > 3;) {
    end -= 3;
    text.insert(end, ",");
  }
  return text;
}

/// Between a field and the next one.
char separator_before(IntervalUnit unit) {
  if (unit == IntervalUnit::kMonth) return '-';
  return unit == IntervalUnit::kHour ? ' ' : ':';
}

int64_t limit_of(IntervalUnit unit) {
  if (unit == IntervalUnit::kMonth) return 12;
  return unit == IntervalUnit::kHour ? 24 : 60;
}

class IntervalReader {
 public:
  explicit IntervalReader(const IntervalLiteral& literal) : literal_(literal), qualifier_(literal.qualifier) {}

  Result<int64_t> read() {
    std::string_view text = trimmed(literal_.text);
    bool negative = literal_.negative;
    if (text.starts_with('-') || text.starts_with('+')) {
      negative ^= text.front() == '-';
      text.remove_prefix(1);
    }
    Scanner scanner(text);
    int64_t total = 0;
    for (int unit = static_cast<int>(qualifier_.first); unit <= static_cast<int>(qualifier_.last); ++unit) {
      ASSIGN_OR_RETURN(const int64_t part, read_field(scanner, static_cast<IntervalUnit>(unit)));
      total += part;
    }
    if (qualifier_.last == IntervalUnit::kSecond && scanner.take('.')) {
      ASSIGN_OR_RETURN(const int64_t part, read_fraction(scanner));
      total += part;
    }
    if (!scanner.at_end()) return malformed();
    return negative ? -total : total;
  }

 private:
  Status malformed() const {
    return validation_error("Illegal interval literal format " + quote_string(literal_.text) + " for INTERVAL " +
                            to_string(qualifier_))
        .at(literal_.position);
  }

  Result<int64_t> read_field(Scanner& scanner, IntervalUnit unit) const {
    const bool leading = unit == qualifier_.first;
    if (!leading && !scanner.take(separator_before(unit))) return malformed();
    const std::optional<int64_t> value = scanner.take_number(leading ? kMostDigits : 2);
    if (!value || (!leading && *value >= limit_of(unit))) return malformed();
    const int32_t precision = qualifier_.leading_precision.value_or(kDefaultLeadingPrecision);
    int64_t bound = 1;
    for (int32_t i = 0; i < precision; ++i) bound *= 10;
    if (leading && *value >= bound) {
      return validation_error("Interval field value " + grouped(*value) + " exceeds precision of " +
                              std::string(interval_unit_name(unit)) + "(" + std::to_string(precision) + ") field")
          .at(literal_.position);
    }
    return *value * unit_weight(unit);
  }

  Result<int64_t> read_fraction(Scanner& scanner) const {
    const auto most = static_cast<size_t>(qualifier_.fraction_precision.value_or(kDefaultFractionPrecision));
    const std::optional<std::string_view> digits = scanner.take_digits(most);
    if (!digits) return malformed();
    int64_t milliseconds = 0;
    for (size_t i = 0; i < 3; ++i) milliseconds = milliseconds * 10 + (i < digits->size() ? (*digits)[i] - '0' : 0);
    return milliseconds;
  }

  const IntervalLiteral& literal_;
  const IntervalQualifier& qualifier_;
};

bool scan_date(Scanner& scanner) {
  constexpr std::array<int64_t, 13> kDays = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const std::optional<int64_t> year = scanner.take_number(4);
  if (!year || !scanner.take('-')) return false;
  const std::optional<int64_t> month = scanner.take_number(2);
  if (!month || *month < 1 || *month > 12 || !scanner.take('-')) return false;
  const std::optional<int64_t> day = scanner.take_number(2);
  const bool leap = (*year % 4 == 0 && *year % 100 != 0) || *year % 400 == 0;
  const int64_t last = kDays[static_cast<size_t>(*month)] + (*month == 2 && leap ? 1 : 0);
  if (!day || *day < 1 || *day > last || *year == 0) return false;
  // The days that the change from the Julian to the Gregorian calendar left out.
  return !(*year == 1582 && *month == 10 && *day > 4 && *day < 15);
}

bool scan_time(Scanner& scanner) {
  const std::optional<int64_t> hour = scanner.take_number(2);
  if (!hour || *hour > 23 || !scanner.take(':')) return false;
  const std::optional<int64_t> minute = scanner.take_number(2);
  if (!minute || *minute > 59 || !scanner.take(':')) return false;
  const std::optional<int64_t> second = scanner.take_number(2);
  if (!second || *second > 59) return false;
  return !scanner.take('.') || scanner.take_digits(9).has_value();
}

bool scan_timestamp(Scanner& scanner) {
  return scan_date(scanner) && scanner.take(' ') && scan_time(scanner);
}

}  // namespace

std::string to_string(const IntervalQualifier& qualifier) {
  std::string text(interval_unit_name(qualifier.first));
  const bool fraction_of_first = qualifier.first == IntervalUnit::kSecond && qualifier.fraction_precision;
  if (qualifier.leading_precision || fraction_of_first) {
    text += "(" + std::to_string(qualifier.leading_precision.value_or(kDefaultLeadingPrecision));
    if (fraction_of_first) text += ", " + std::to_string(*qualifier.fraction_precision);
    text += ")";
  }
  if (qualifier.last != qualifier.first) {
    text += " TO " + std::string(interval_unit_name(qualifier.last));
    if (qualifier.fraction_precision) text += "(" + std::to_string(*qualifier.fraction_precision) + ")";
  }
  return text;
}

Result<int64_t> interval_value(const IntervalLiteral& literal) {
  return IntervalReader(literal).read();
}

Status check_temporal_literal(LiteralType type, std::string_view text, SourcePosition position) {
  Scanner scanner(text);
  const auto report = [&](bool good, std::string_view name, std::string_view format) {
    if (good && scanner.at_end()) return Status();
    return parse_error("Illegal " + std::string(name) + " literal " + quote_string(text) + ": not in format '" +
                           std::string(format) + "'",
                       position);
  };
  if (type == LiteralType::kDate) return report(scan_date(scanner), "DATE", "yyyy-MM-dd");
  if (type == LiteralType::kTime) return report(scan_time(scanner), "TIME", "HH:mm:ss");
  CHECK(type == LiteralType::kTimestamp) << "only temporal literals have a format";
  return report(scan_timestamp(scanner), "TIMESTAMP", "yyyy-MM-dd HH:mm:ss");
}

}  // namespace eddyline::sql
