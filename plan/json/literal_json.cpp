#include "plan/json/literal_json.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "common/base/check.hpp"
#include "common/text/base64.hpp"
#include "common/text/number_text.hpp"
#include "common/text/temporal_reading.hpp"
#include "common/text/utf8.hpp"

namespace eddyline::plan {
namespace {

constexpr std::string_view kBase64 = "base64";
constexpr int64_t kNanosecondsPerMillisecond = 1'000'000;

std::string date_text(int64_t day) {
  char text[kLongestTemporal];
  return {text, write_date(text, day)};
}

std::string time_text(int64_t millisecond) {
  char text[kLongestTemporal];
  return {text, write_time_sql(text, millisecond * kNanosecondsPerMillisecond, millisecond % 1000 == 0 ? 0 : 3)};
}

std::string timestamp_text(const Value& value, const DataType& type) {
  char text[kLongestTemporal];
  return {text, write_timestamp_sql(text, split_timestamp(value.as_integer(), type.precision()), type.precision())};
}

std::string decimal_text(const Value& value, const DataType& type) {
  char text[kLongestDecimal];
  return {text, write_decimal(text, value.as_integer(), type.scale(), DecimalForm::kPlain)};
}

/// The shortest text that is read as the same number.
std::string real_text(double value, bool single) {
  if (!std::isfinite(value)) return std::isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
  char text[kLongestReal];
  return {text, single ? std::to_chars(text, std::end(text), static_cast<float>(value)).ptr
                       : std::to_chars(text, std::end(text), value).ptr};
}

JsonValue text_to_json(const std::string& text) {
  if (!first_malformed_utf8_byte(text).has_value()) return text;
  return JsonValue::Object{{std::string(kBase64), to_base64(text)}};
}

/// Whole numbers within [least, most].
Result<Value> read_integer(const JsonField& field, int64_t least, int64_t most) {
  ASSIGN_OR_RETURN(const auto number, field.as_integer<int64_t>());
  if (number < least || number > most) return field.expected("a value of the type");
  return Value::integer(number);
}

template <class T>
Result<Value> read_integer_of(const JsonField& field) {
  return read_integer(field, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
}

template <class T>
Result<Value> read_interval(const JsonField& field) {
  ASSIGN_OR_RETURN(const std::string text, field.as_text());
  T number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return field.expected("a whole number as text");
  return Value::integer(number);
}

template <class T>
Result<Value> read_real(const JsonField& field) {
  ASSIGN_OR_RETURN(const std::string text, field.as_text());
  if (text == "NaN") return Value::real(std::numeric_limits<double>::quiet_NaN());
  if (text == "Infinity") return Value::real(std::numeric_limits<double>::infinity());
  if (text == "-Infinity") return Value::real(-std::numeric_limits<double>::infinity());
  T number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return field.expected("a number as text");
  return Value::real(number);
}

/// The digits of a number as an integer of the type; whether the point is in its place is not looked at.
std::optional<int128_t> parse_decimal(std::string_view text, const DataType& type) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  int128_t limit = 1;
  for (int32_t digit = 1; digit < type.precision(); ++digit) limit *= 10;
  int128_t number = 0;
  for (const char c : text) {
    if (c == '.') continue;
    if (c < '0' || c > '9' || number >= limit) return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return negative ? -number : number;
}

Result<Value> read_decimal(const JsonField& field, const DataType& type) {
  ASSIGN_OR_RETURN(const std::string text, field.as_text());
  const std::optional<int128_t> number = parse_decimal(text, type);
  if (!number.has_value() || decimal_text(Value::integer(*number), type) != text) {
    return field.expected("a number of the type as text");
  }
  return Value::integer(*number);
}

Result<Value> read_date_literal(const JsonField& field) {
  ASSIGN_OR_RETURN(const std::string text, field.as_text());
  const std::optional<int64_t> day = read_date(text);
  if (!day.has_value() || *day != static_cast<int32_t>(*day)) return field.expected("a date 'yyyy-MM-dd'");
  return Value::integer(*day);
}

Result<Value> read_time_literal(const JsonField& field) {
  ASSIGN_OR_RETURN(const std::string text, field.as_text());
  const std::optional<int64_t> time = read_time_sql(text);
  if (!time.has_value()) return field.expected("a time 'HH:mm:ss.SSS'");
  return Value::integer(*time / kNanosecondsPerMillisecond);
}

Result<Value> read_timestamp_literal(const JsonField& field, const DataType& type) {
  ASSIGN_OR_RETURN(const std::string text, field.as_text());
  const std::optional<DayTime> time = read_timestamp_sql(text);
  if (!time.has_value()) return field.expected("a timestamp 'yyyy-MM-dd HH:mm:ss.SSSSSSSSS'");
  const int128_t value = join_timestamp(*time, type.precision());
  if (type.precision() <= 6 && value != static_cast<int64_t>(value)) return field.expected("a timestamp of the type");
  return Value::integer(value);
}

Result<Value> read_bytes(const JsonField& field) {
  ASSIGN_OR_RETURN(const std::string text, field.as_text());
  std::optional<std::string> bytes = from_base64(text);
  if (!bytes.has_value()) return field.expected("bytes in base 64");
  return Value::string(*std::move(bytes));
}

Result<Value> read_text(const JsonField& field) {
  if (field.value().kind() == JsonValue::Kind::kObject) {
    ASSIGN_OR_RETURN(const JsonField encoded, field.member(kBase64));
    return read_bytes(encoded);
  }
  ASSIGN_OR_RETURN(std::string text, field.as_text());
  return Value::string(std::move(text));
}

}  // namespace

JsonValue literal_to_json(const Value& value, const DataType& type) {
  if (value.is_null()) return {};
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return value.as_boolean();
    case TypeRoot::kTinyint:
    case TypeRoot::kSmallint:
    case TypeRoot::kInteger:
    case TypeRoot::kBigint:
      return static_cast<int64_t>(value.as_integer());
    case TypeRoot::kFloat:
    case TypeRoot::kDouble:
      return real_text(value.as_real(), type.is(TypeRoot::kFloat));
    case TypeRoot::kDecimal:
      return decimal_text(value, type);
    case TypeRoot::kChar:
    case TypeRoot::kVarchar:
      return text_to_json(value.as_string());
    case TypeRoot::kBinary:
    case TypeRoot::kVarbinary:
      return to_base64(value.as_string());
    case TypeRoot::kDate:
      return date_text(static_cast<int64_t>(value.as_integer()));
    case TypeRoot::kTime:
      return time_text(static_cast<int64_t>(value.as_integer()));
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return timestamp_text(value, type);
    case TypeRoot::kIntervalYearMonth:
    case TypeRoot::kIntervalDayTime:
      return std::to_string(static_cast<int64_t>(value.as_integer()));
    case TypeRoot::kNull:
    case TypeRoot::kArray:
    case TypeRoot::kMap:
    case TypeRoot::kMultiset:
    case TypeRoot::kRow:
      break;
  }
  CHECK(false) << "a literal of type " << type.to_string();
  return {};
}

Result<Value> read_literal(const JsonField& field, const DataType& type) {
  if (field.is_null()) return Value::null();
  switch (type.root()) {
    case TypeRoot::kBoolean: {
      ASSIGN_OR_RETURN(const bool truth, field.as_boolean());
      return Value::boolean(truth);
    }
    case TypeRoot::kTinyint:
      return read_integer_of<int8_t>(field);
    case TypeRoot::kSmallint:
      return read_integer_of<int16_t>(field);
    case TypeRoot::kInteger:
      return read_integer_of<int32_t>(field);
    case TypeRoot::kBigint:
      return read_integer_of<int64_t>(field);
    case TypeRoot::kFloat:
      return read_real<float>(field);
    case TypeRoot::kDouble:
      return read_real<double>(field);
    case TypeRoot::kDecimal:
      return read_decimal(field, type);
    case TypeRoot::kChar:
    case TypeRoot::kVarchar:
      return read_text(field);
    case TypeRoot::kBinary:
    case TypeRoot::kVarbinary:
      return read_bytes(field);
    case TypeRoot::kDate:
      return read_date_literal(field);
    case TypeRoot::kTime:
      return read_time_literal(field);
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return read_timestamp_literal(field, type);
    case TypeRoot::kIntervalYearMonth:
      return read_interval<int32_t>(field);
    case TypeRoot::kIntervalDayTime:
      return read_interval<int64_t>(field);
    case TypeRoot::kNull:
    case TypeRoot::kArray:
    case TypeRoot::kMap:
    case TypeRoot::kMultiset:
    case TypeRoot::kRow:
      break;
  }
  return field.fail("a literal of type " + type.to_string() + " is not supported yet");
}

}  // namespace eddyline::plan
