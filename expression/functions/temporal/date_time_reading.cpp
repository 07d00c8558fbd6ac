#include <algorithm>
#include <limits>
#include <span>

#include "expression/functions/temporal/calendar_names.hpp"
#include "expression/functions/temporal/date_time_pattern.hpp"
#include "expression/functions/temporal/zone_pattern.hpp"

namespace eddyline::expression {
namespace {

using Field = DateTimeField;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Which of the names stands at `at`; of names that are one letter the last that has it.
std::optional<int64_t> read_one_of(std::span<const std::string_view> names, size_t length, std::string_view text, size_t& at) {
  std::optional<int64_t> found;
  size_t found_length = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string_view name = names[i].substr(0, length);
    if (!text.substr(at).starts_with(name) || name.size() < found_length) continue;
    found = static_cast<int64_t>(i);
    found_length = name.size();
  }
  at += found_length;
  return found;
}

constexpr std::string_view kHalves[] = {"AM", "PM"};
constexpr std::string_view kShortEras[] = {"BC", "AD"};
constexpr std::string_view kEras[] = {"Before Christ", "Anno Domini"};
constexpr std::string_view kShortQuarters[] = {"Q1", "Q2", "Q3", "Q4"};
constexpr std::string_view kQuarters[] = {"1st quarter", "2nd quarter", "3rd quarter", "4th quarter"};

}  // namespace

Result<std::optional<Instant>> DateTimePattern::read(std::string_view text, const TimeZone& session) const {
  DateTimeFields fields;
  size_t at = 0;
  if (std::ranges::any_of(elements_, [](const Element& element) { return element.kind == Kind::kDayPeriod; })) {
    return not_supported("reading a time by pattern letter B");
  }
  if (!read_range(0, elements_.size(), text, session, at, fields) || at != text.size() || !fields.resolve()) {
    return std::optional<Instant>();
  }
  ASSIGN_OR_RETURN(const Instant local, fields.local_time());
  return std::optional(local);
}

bool DateTimePattern::read_range(size_t begin, size_t end, std::string_view text, const TimeZone& session, size_t& at,
                                 DateTimeFields& fields) const {
  for (size_t i = begin; i < end; ++i) {
    const Element& element = elements_[i];
    if (element.kind != Kind::kOptional) {
      if (!read_element(element, text, session, at, fields)) return false;
      continue;
    }
    const size_t start = at;
    const DateTimeFields before = fields;
    if (!read_range(i + 1, element.end, text, session, at, fields)) {
      at = start;
      fields = before;
    }
    i = element.end;
  }
  return true;
}

bool DateTimePattern::read_element(const Element& element, std::string_view text, const TimeZone& session, size_t& at,
                                   DateTimeFields& fields) {
  if (element.pad != 0) {
    const size_t end = at + element.pad;
    if (end > text.size()) return false;
    while (at < end && text[at] == ' ') ++at;
    Element bare = element;
    bare.pad = 0;
    return read_element(bare, text.substr(0, end), session, at, fields) && at == end;
  }
  switch (element.kind) {
    case Kind::kText:
      if (!text.substr(at).starts_with(element.text)) return false;
      at += element.text.size();
      return true;
    case Kind::kNumber:
      return read_number(element, text, at, fields);
    case Kind::kFraction:
      return read_fraction(element, text, at, fields);
    case Kind::kName:
      return read_name(element, text, at, fields);
    case Kind::kZone: {
      std::optional<int64_t> offset_ms;
      return read_zone(PatternDialect::kDateTimeFormatter, element.letter, element.count, text, at, session, offset_ms);
    }
    case Kind::kDayPeriod:
      return false;
    case Kind::kOptional:
    case Kind::kEndOptional:
      break;
  }
  return true;
}

bool DateTimePattern::read_number(const Element& element, std::string_view text, size_t& at, DateTimeFields& fields) {
  constexpr size_t kDigitsMax = 19;
  size_t begin = at;
  const char sign = begin < text.size() ? text[begin] : ' ';
  if (sign == '+' && element.sign != Sign::kPlusWhenWide) return false;
  if (sign == '-' && element.sign == Sign::kNone) return false;
  if (sign == '+' || sign == '-') ++begin;
  const auto least = static_cast<size_t>(element.least);
  const auto behind = static_cast<size_t>(element.digits_behind);
  const size_t run = std::min(text.size(), begin + static_cast<size_t>(element.most) + behind);
  size_t end = begin;
  while (end < run && is_digit(text[end])) ++end;
  if (end - begin < least) return false;
  if (behind > 0) end = begin + std::max(least, end - begin - std::min(behind, end - begin));
  const size_t digits = end - begin;
  if (digits > kDigitsMax) return false;
  uint64_t value = 0;
  for (size_t i = begin; i < end; ++i) value = value * 10 + static_cast<uint64_t>(text[i] - '0');
  if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return false;
  auto number = static_cast<int64_t>(value);
  if (sign == '-') {
    if (number == 0) return false;
    number = -number;
  } else if (element.sign == Sign::kPlusWhenWide && (sign == '+') != (digits > least)) {
    return false;
  }
  constexpr int64_t kCentury = 2000;
  if (element.two_digit_year && digits == least) number += kCentury;
  at = end;
  return fields.set(element.field, number);
}

bool DateTimePattern::read_fraction(const Element& element, std::string_view text, size_t& at, DateTimeFields& fields) {
  constexpr int kNanoDigits = 9;
  const auto digits = static_cast<size_t>(element.most);
  if (text.size() - at < digits) return false;
  int64_t value = 0;
  for (size_t i = 0; i < digits; ++i) {
    if (!is_digit(text[at + i])) return false;
    value = value * 10 + (text[at + i] - '0');
  }
  for (int i = element.most; i < kNanoDigits; ++i) value *= 10;
  at += digits;
  return fields.set(Field::kNano, value);
}

bool DateTimePattern::read_name(const Element& element, std::string_view text, size_t& at, DateTimeFields& fields) {
  const bool whole = element.count == 4;
  const bool narrow = element.count == 5;
  const size_t length = whole ? std::string_view::npos : (narrow ? 1 : kShortNameLength);
  std::optional<int64_t> found;
  int64_t first = 0;
  switch (element.field) {
    case Field::kMonth:
      found = read_one_of(kMonthNames, length, text, at);
      first = 1;
      break;
    case Field::kDayOfWeek:
      found = read_one_of(kDayNames, length, text, at);
      first = 1;
      break;
    case Field::kQuarter:
      found = read_one_of(element.count == 3 ? std::span(kShortQuarters) : std::span(kQuarters), length, text, at);
      first = 1;
      break;
    case Field::kHalfDay:
      found = read_one_of(kHalves, std::string_view::npos, text, at);
      break;
    default:
      found = read_one_of(whole || narrow ? std::span(kEras) : std::span(kShortEras), length, text, at);
      break;
  }
  return found && fields.set(element.field, *found + first);
}

}  // namespace eddyline::expression
