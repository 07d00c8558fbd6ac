#include "sql/binder/literal_binder.hpp"

#include <algorithm>
#include <charconv>

#include "common/base/civil.hpp"
#include "common/text/shortened_text.hpp"
#include "sql/parser/lexical/literal_value.hpp"

namespace eddyline::sql {
namespace {

using BoundExpression = expression::ExpressionPtr;

Status out_of_range(const Literal& literal, bool negative) {
  return validation_error("Numeric literal '" + std::string(negative ? "-" : "") + excerpt(literal.text) +
                          "' out of range")
      .at(literal.position);
}

Result<BoundExpression> exact_numeric(const Literal& literal, bool negative) {
  std::string digits;
  int32_t scale = 0;
  bool fraction = false;
  for (const char c : literal.text) {
    if (c == '.') {
      fraction = true;
    } else {
      digits += c;
      if (fraction) ++scale;
    }
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  if (digits.size() > kMaxDecimalPrecision || scale > kMaxDecimalPrecision) return out_of_range(literal, negative);
  int128_t value = 0;
  for (const char c : digits) value = value * 10 + (c - '0');
  if (negative) value = -value;
  if (!fraction && value >= INT32_MIN && value <= INT32_MAX) {
    return expression::Expression::literal(Value::integer(value), DataType::integer().not_null());
  }
  if (!fraction && value >= INT64_MIN && value <= INT64_MAX) {
    return expression::Expression::literal(Value::integer(value), DataType::bigint().not_null());
  }
  if (!fraction) return out_of_range(literal, negative);
  const int32_t precision = std::max(static_cast<int32_t>(digits.size()), scale);
  return expression::Expression::literal(Value::integer(value), DataType::decimal(precision, scale).not_null());
}

Result<BoundExpression> approximate_numeric(const Literal& literal, bool negative) {
  double value = 0;
  const char* end = literal.text.data() + literal.text.size();
  const auto [rest, error] = std::from_chars(literal.text.data(), end, value);
  if (error != std::errc() || rest != end) return out_of_range(literal, negative);
  // There is no -0.0 among literals.
  if (negative && value != 0) value = -value;
  return expression::Expression::literal(Value::real(value), DataType::double_().not_null());
}

int32_t characters(std::string_view text) {
  return static_cast<int32_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

/// Reads runs of digits; the parser has checked the shape of the text.
class Digits {
 public:
  explicit Digits(std::string_view text) : text_(text) {}
  int64_t next() {
    while (at_ < text_.size() && !is_digit(text_[at_])) ++at_;
    int64_t value = 0;
    while (at_ < text_.size() && is_digit(text_[at_])) value = value * 10 + (text_[at_++] - '0');
    return value;
  }
  /// The digits behind a point, if the next character is one.
  std::string_view fraction() {
    if (at_ >= text_.size() || text_[at_] != '.') return {};
    const size_t start = ++at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  std::string_view text_;
  size_t at_ = 0;
};

int64_t read_days(Digits& digits) {
  const int64_t year = digits.next();
  const auto month = static_cast<uint32_t>(digits.next());
  return days_from_civil({year, month, static_cast<uint32_t>(digits.next())});
}

int64_t read_seconds(Digits& digits) {
  const int64_t hours = digits.next();
  const int64_t minutes = digits.next();
  return (hours * 60 + minutes) * 60 + digits.next();
}

/// The fraction's digits as a number of 10^-places seconds, cut or filled with zeros.
int64_t scaled_fraction(std::string_view fraction, size_t places) {
  int64_t value = 0;
  for (size_t place = 0; place < places; ++place) {
    value = value * 10 + (place < fraction.size() ? fraction[place] - '0' : 0);
  }
  return value;
}

BoundExpression timestamp(const Literal& literal) {
  Digits digits(literal.text);
  const int64_t days = read_days(digits);
  const int128_t seconds = static_cast<int128_t>(days) * 86400 + read_seconds(digits);
  const std::string_view fraction = digits.fraction();
  const auto precision = static_cast<int32_t>(std::min<size_t>(fraction.size(), 9));
  const size_t places = precision <= 3 ? 3 : precision <= 6 ? 6 : 9;
  const int128_t value = seconds * power_of_ten(static_cast<int>(places)) + scaled_fraction(fraction, places);
  return expression::Expression::literal(Value::integer(value), DataType::timestamp(precision).not_null());
}

BoundExpression time(const Literal& literal) {
  Digits digits(literal.text);
  const int64_t seconds = read_seconds(digits);
  const std::string_view fraction = digits.fraction();
  return expression::Expression::literal(
      Value::integer(seconds * 1000 + scaled_fraction(fraction, 3)),
      DataType::time(static_cast<int32_t>(std::min<size_t>(fraction.size(), 9))).not_null());
}

}  // namespace

Result<BoundExpression> bind_literal(const Literal& literal) {
  using expression::Expression;
  switch (literal.type) {
    case LiteralType::kNull:
      return Expression::literal(Value::null(), DataType::null());
    case LiteralType::kTrue:
      return Expression::literal(Value::boolean(true), DataType::boolean().not_null());
    case LiteralType::kFalse:
      return Expression::literal(Value::boolean(false), DataType::boolean().not_null());
    case LiteralType::kUnknown:
      return Expression::literal(Value::null(), DataType::boolean());
    case LiteralType::kExactNumeric:
      return exact_numeric(literal, false);
    case LiteralType::kApproximateNumeric:
      return approximate_numeric(literal, false);
    case LiteralType::kString:
      return Expression::literal(Value::string(literal.text), DataType::char_(characters(literal.text)).not_null());
    case LiteralType::kBinary:
      return Expression::literal(Value::string(literal.text),
                                 DataType::binary(static_cast<int32_t>(literal.text.size())).not_null());
    case LiteralType::kDate: {
      Digits digits(literal.text);
      return Expression::literal(Value::integer(read_days(digits)), DataType::date().not_null());
    }
    case LiteralType::kTime:
      return time(literal);
    case LiteralType::kTimestamp:
      return timestamp(literal);
  }
  return not_supported("literal").at(literal.position);
}

Result<BoundExpression> bind_negative_literal(const Literal& literal) {
  const bool exact = literal.type == LiteralType::kExactNumeric;
  return exact ? exact_numeric(literal, true) : approximate_numeric(literal, true);
}

Result<BoundExpression> bind_interval(const IntervalLiteral& literal) {
  const IntervalQualifier& qualifier = literal.qualifier;
  const int32_t leading = qualifier.leading_precision.value_or(2);
  const DataType type = literal.is_year_month()
                            ? DataType::interval_year_month(qualifier.first, qualifier.last, leading)
                            : DataType::interval_day_time(qualifier.first, qualifier.last, leading,
                                                          qualifier.fraction_precision.value_or(6));
  if (literal.is_year_month() && (literal.value > INT32_MAX || literal.value < INT32_MIN)) {
    return validation_error("Interval literal '" + excerpt(literal.text) + "' out of range").at(literal.position);
  }
  return expression::Expression::literal(Value::integer(literal.value), type.not_null());
}

Result<BoundExpression> bind_number_as_interval(const expression::Expression& number, const DataType& type,
                                                SourcePosition position) {
  const int128_t limit = type.is(TypeRoot::kIntervalYearMonth) ? int128_t{INT32_MAX} : int128_t{INT64_MAX};
  const int32_t scale = number.type().is(TypeRoot::kDecimal) ? number.type().scale() : 0;
  const int128_t one = power_of_ten(scale);
  const int128_t units = number.value().as_integer();
  const int128_t size = unit_weight(type.last_unit());
  const int128_t whole = units / one;
  const Status out_of_range =
      validation_error("Numeric literal out of range of " + type.to_short_string()).at(position);
  if (whole > limit / size || whole < -limit / size) return out_of_range;
  // Fractions are taken apart from whole units, so that no product leaves 128 bits before it is known to fit.
  const int128_t rest = scale > 20 ? units % one / power_of_ten(scale - 20) : units % one;
  const int128_t value = whole * size + rest * size / power_of_ten(std::min(scale, 20));
  if (value > limit || value < -limit) return out_of_range;
  return expression::Expression::literal(Value::integer(value), type.not_null());
}

}  // namespace eddyline::sql
