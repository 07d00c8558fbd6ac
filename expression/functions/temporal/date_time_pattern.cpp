#include "expression/functions/temporal/date_time_pattern.hpp"

#include <algorithm>

#include "expression/functions/temporal/calendar_names.hpp"
#include "expression/functions/temporal/zone_pattern.hpp"

namespace eddyline::expression {

using Field = DateTimeField;

/// Reads a pattern from left to right.
/// Optional parts inside of each other: each takes its share of the stack, and of the time to look through it.
constexpr size_t kMaxNesting = 100;

class DateTimePatternParser {
 public:
  explicit DateTimePatternParser(std::string_view pattern) : pattern_(pattern) {}

  Result<DateTimePattern> parse();

 private:
  using Element = DateTimePattern::Element;
  using Kind = DateTimePattern::Kind;
  using Sign = DateTimePattern::Sign;

  Status parse_next();
  Status parse_letters();
  Status parse_quoted();
  Status add_letter(char letter, int count);
  Status add_date_letter(char letter, int count);
  Status add_numeric_letter(char letter, int count);
  Status add_year(Field field, char letter, int count);
  Status add_name_or_number(Field field, char letter, int count);
  Status add_zone(char letter, int count);
  Status add_number(Field field, int least, int most, Sign sign, bool two_digit_year = false);
  Status check_width(char letter, int count, int most);
  void add(Element element);
  void add_text(std::string_view text);
  Status begin_optional();
  Status end_optional();

  std::vector<Element>& elements() { return result_.elements_; }

  static constexpr int kDigitsMax = 19;

  std::string_view pattern_;
  size_t at_ = 0;
  DateTimePattern result_;
  std::vector<size_t> open_;              // kOptional elements without end
  std::optional<size_t> adjacent_;        // the number whose digits end where those of the next begin
  size_t pad_ = 0;                        // of the next element
};

Result<DateTimePattern> DateTimePatternParser::parse() {
  while (at_ < pattern_.size()) RETURN_IF_ERROR(parse_next());
  while (!open_.empty()) RETURN_IF_ERROR(end_optional());
  return std::move(result_);
}

Status DateTimePatternParser::parse_next() {
  const char c = pattern_[at_];
  if (is_pattern_letter(c)) return parse_letters();
  if (c == '\'') return parse_quoted();
  ++at_;
  if (c == '[') {
    return begin_optional();
  }
  if (c == ']') {
    if (open_.empty()) return data_error("Pattern invalid as it contains ] without previous [");
    return end_optional();
  }
  if (c == '{' || c == '}' || c == '#') return data_error("Pattern includes reserved character: '" + std::string(1, c) + "'");
  // The bytes of one character stay together: padding counts characters.
  const size_t begin = at_ - 1;
  while (at_ < pattern_.size() && (static_cast<unsigned char>(pattern_[at_]) & 0xc0U) == 0x80U) ++at_;
  add_text(pattern_.substr(begin, at_ - begin));
  return {};
}

Status DateTimePatternParser::parse_letters() {
  const char letter = pattern_[at_];
  const size_t end = std::min(pattern_.find_first_not_of(letter, at_), pattern_.size());
  const auto count = static_cast<int>(end - at_);
  at_ = end;
  if (letter != 'p') return add_letter(letter, count);
  if (at_ == pattern_.size() || !is_pattern_letter(pattern_[at_])) {
    return data_error("Pad letter 'p' must be followed by valid pad pattern: " + std::string(pattern_));
  }
  pad_ = static_cast<size_t>(count);
  return {};
}

Status DateTimePatternParser::parse_quoted() {
  std::string text;
  for (++at_; at_ < pattern_.size(); ++at_) {
    if (pattern_[at_] == '\'') {
      if (at_ + 1 == pattern_.size() || pattern_[at_ + 1] != '\'') break;
      ++at_;
    }
    text += pattern_[at_];
  }
  if (at_ == pattern_.size()) return data_error("Pattern ends with an incomplete string literal: " + std::string(pattern_));
  ++at_;
  add_text(text.empty() ? "'" : text);
  return {};
}

void DateTimePatternParser::add(Element element) {
  adjacent_.reset();
  element.pad = std::exchange(pad_, 0);
  elements().push_back(std::move(element));
}

void DateTimePatternParser::add_text(std::string_view text) {
  Element element;
  element.text = text;
  add(std::move(element));
}

Status DateTimePatternParser::begin_optional() {
  if (open_.size() == kMaxNesting) {
    return data_error("Pattern is nested deeper than " + std::to_string(kMaxNesting) + " brackets");
  }
  Element element;
  element.kind = Kind::kOptional;
  open_.push_back(elements().size());
  add(std::move(element));
  return {};
}

Status DateTimePatternParser::end_optional() {
  Element element;
  element.kind = Kind::kEndOptional;
  elements()[open_.back()].end = elements().size();
  open_.pop_back();
  add(std::move(element));
  return {};
}

/// A number of fixed width behind another takes its digits from that one's end.
Status DateTimePatternParser::add_number(Field field, int least, int most, Sign sign, bool two_digit_year) {
  Element element;
  element.kind = Kind::kNumber;
  element.field = field;
  element.least = least;
  element.most = most;
  element.sign = sign;
  element.two_digit_year = two_digit_year;
  const std::optional<size_t> base = adjacent_;
  const bool fixed = least == most && sign == Sign::kNone;
  if (base && elements()[*base].pad != 0) {
    return not_supported("a padded number directly before another number in a pattern: " + std::string(pattern_));
  }
  add(std::move(element));
  if (base && fixed) {
    elements()[*base].digits_behind += most;
    adjacent_ = base;
  } else {
    adjacent_ = elements().size() - 1;
  }
  return {};
}

Status DateTimePatternParser::check_width(char letter, int count, int most) {
  if (count > most) return data_error("Too many pattern letters: " + std::string(1, letter));
  return {};
}

Status DateTimePatternParser::add_letter(char letter, int count) {
  if (is_zone_letter(letter)) return add_zone(letter, count);
  switch (letter) {
    case 'u':
      return add_year(Field::kYear, letter, count);
    case 'y':
      return add_year(Field::kYearOfEra, letter, count);
    case 'Y':
      return add_year(Field::kWeekYear, letter, count);
    case 'M':
    case 'L':
      return add_name_or_number(Field::kMonth, letter, count);
    case 'Q':
    case 'q':
      return add_name_or_number(Field::kQuarter, letter, count);
    case 'E':
    case 'e':
    case 'c':
      return add_name_or_number(Field::kDayOfWeek, letter, count);
    case 'G':
      return add_name_or_number(Field::kEra, letter, count);
    case 'a':
      RETURN_IF_ERROR(check_width(letter, count, 1));
      return add_name_or_number(Field::kHalfDay, letter, count);
    case 'B': {
      if (count != 1 && count != 4 && count != 5) return data_error("Wrong number of pattern letters: B");
      Element element;
      element.kind = Kind::kDayPeriod;
      element.count = count;
      add(std::move(element));
      return {};
    }
    default:
      return add_numeric_letter(letter, count);
  }
}

Status DateTimePatternParser::add_numeric_letter(char letter, int count) {
  static constexpr struct {
    char letter;
    Field field;
    int letters_max;
  } kTable[] = {{'d', Field::kDayOfMonth, 2}, {'H', Field::kHour, 2},          {'k', Field::kClockHour, 2},
                {'K', Field::kHalfDayHour, 2}, {'h', Field::kClockHalfDayHour, 2}, {'m', Field::kMinute, 2},
                {'s', Field::kSecond, 2},      {'F', Field::kAlignedDayOfWeek, 1}};
  for (const auto& row : kTable) {
    if (row.letter != letter) continue;
    RETURN_IF_ERROR(check_width(letter, count, row.letters_max));
    if (count == 1) return add_number(row.field, 1, kDigitsMax, Sign::kMinus);
    return add_number(row.field, count, count, Sign::kNone);
  }
  return add_date_letter(letter, count);
}

Status DateTimePatternParser::add_date_letter(char letter, int count) {
  switch (letter) {
    case 'D':
      RETURN_IF_ERROR(check_width(letter, count, 3));
      return count == 1 ? add_number(Field::kDayOfYear, 1, kDigitsMax, Sign::kMinus)
                        : add_number(Field::kDayOfYear, count, 3, Sign::kNone);
    case 'w':
      RETURN_IF_ERROR(check_width(letter, count, 2));
      return add_number(Field::kWeekOfYear, count, 2, Sign::kNone);
    case 'W':
      RETURN_IF_ERROR(check_width(letter, count, 1));
      return add_number(Field::kWeekOfMonth, count, count, Sign::kNone);
    case 'S': {
      constexpr int kFractionDigitsMax = 9;
      if (count > kFractionDigitsMax) {
        return data_error("Minimum width must be from 0 to 9 inclusive but was " + std::to_string(count));
      }
      RETURN_IF_ERROR(add_number(Field::kNano, count, count, Sign::kNone));
      elements().back().kind = Kind::kFraction;
      return {};
    }
    case 'g':
    case 'A':
    case 'n':
    case 'N': {
      if (count > kDigitsMax) {
        return data_error("The minimum width must be from 1 to 19 inclusive but was " + std::to_string(count));
      }
      const Field field = letter == 'g' ? Field::kModifiedJulianDay
                                        : (letter == 'A' ? Field::kMilliOfDay : (letter == 'n' ? Field::kNano : Field::kNanoOfDay));
      return add_number(field, count, kDigitsMax, letter == 'g' ? Sign::kMinus : Sign::kNone);
    }
    default:
      return data_error("Unknown pattern letter: " + std::string(1, letter));
  }
}

Status DateTimePatternParser::add_year(Field field, char letter, int count) {
  if (count > kDigitsMax && letter != 'Y') {
    return data_error("The minimum width must be from 1 to 19 inclusive but was " + std::to_string(count));
  }
  if (count == 2) return add_number(field, 2, 2, Sign::kNone, true);
  return add_number(field, count, kDigitsMax, count < 4 ? Sign::kMinus : Sign::kPlusWhenWide);
}

Status DateTimePatternParser::add_name_or_number(Field field, char letter, int count) {
  RETURN_IF_ERROR(check_width(letter, count, 5));
  const bool only_name = letter == 'E' || letter == 'G' || letter == 'a';
  if (count >= 3 || only_name) {
    Element element;
    element.kind = Kind::kName;
    element.field = field;
    element.letter = letter;
    element.count = count;
    add(std::move(element));
    return {};
  }
  if (letter == 'c' && count == 2) return data_error("Invalid pattern \"cc\"");
  if (letter == 'e' || letter == 'c') return add_number(Field::kLocalDayOfWeek, count, count, Sign::kNone);
  if (count == 1) return add_number(field, 1, kDigitsMax, Sign::kMinus);
  return add_number(field, count, count, Sign::kNone);
}

Status DateTimePatternParser::add_zone(char letter, int count) {
  RETURN_IF_ERROR(check_zone_letter(PatternDialect::kDateTimeFormatter, letter, count));
  Element element;
  element.kind = Kind::kZone;
  element.letter = letter;
  element.count = count;
  add(std::move(element));
  return {};
}

Result<DateTimePattern> DateTimePattern::parse(std::string_view pattern) { return DateTimePatternParser(pattern).parse(); }

}  // namespace eddyline::expression
