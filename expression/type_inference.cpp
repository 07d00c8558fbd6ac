#include "expression/type_inference.hpp"

#include <algorithm>

namespace eddyline::expression {
namespace {

constexpr int32_t kMinAdjustedScale = 6;

std::optional<DataType> common_numeric(const DataType& a, const DataType& b) {
  if (a.is_approximate() || b.is_approximate()) {
    const bool decimal = a.is(TypeRoot::kDecimal) || b.is(TypeRoot::kDecimal);
    if (decimal || a.is(TypeRoot::kDouble) || b.is(TypeRoot::kDouble)) return DataType::double_();
    return DataType::float_();
  }
  if (a.is_integer() && b.is_integer()) return a.root() >= b.root() ? a : b;
  const DataType left = exact_decimal_of(a);
  const DataType right = exact_decimal_of(b);
  const int32_t scale = std::max(left.scale(), right.scale());
  const int32_t digits = std::max(left.precision() - left.scale(), right.precision() - right.scale());
  return adjusted_decimal(digits + scale, scale);
}

DataType common_day_time(const DataType& a, const DataType& b) {
  return DataType::interval_day_time(std::min(a.first_unit(), b.first_unit()), std::max(a.last_unit(), b.last_unit()),
                                     std::max(a.precision(), b.precision()), std::max(a.scale(), b.scale()));
}

DataType common_year_month(const DataType& a, const DataType& b) {
  return DataType::interval_year_month(std::min(a.first_unit(), b.first_unit()),
                                       std::max(a.last_unit(), b.last_unit()), std::max(a.precision(), b.precision()));
}

std::optional<DataType> common_temporal(const DataType& a, const DataType& b) {
  if (a.is(TypeRoot::kTime) || b.is(TypeRoot::kTime)) {
    if (a.root() == b.root()) return DataType::time(std::max(a.precision(), b.precision()));
    return std::nullopt;
  }
  if (a.is(TypeRoot::kDate) || b.is(TypeRoot::kDate)) return std::nullopt;
  const int32_t precision = std::max(a.precision(), b.precision());
  const bool zoned = a.is(TypeRoot::kTimestampLtz) || b.is(TypeRoot::kTimestampLtz);
  return zoned ? DataType::timestamp_ltz(precision) : DataType::timestamp(precision);
}

std::optional<DataType> common_shape(const DataType& a, const DataType& b) {
  if (a.same_shape(b)) return a;
  if (a.is_numeric() && b.is_numeric()) return common_numeric(a, b);
  if (a.is_character() && b.is_character()) return DataType::varchar(std::max(a.length(), b.length()));
  if (a.is_binary() && b.is_binary()) return DataType::varbinary(std::max(a.length(), b.length()));
  if (a.is_temporal() && b.is_temporal()) return common_temporal(a, b);
  if (a.root() == b.root() && a.is(TypeRoot::kIntervalDayTime)) return common_day_time(a, b);
  if (a.root() == b.root() && a.is(TypeRoot::kIntervalYearMonth)) return common_year_month(a, b);
  return std::nullopt;
}

}  // namespace

std::optional<DataType> common_type(const DataType& a, const DataType& b) {
  if (a.is(TypeRoot::kNull)) return b.with_nullable(true);
  if (b.is(TypeRoot::kNull)) return a.with_nullable(true);
  std::optional<DataType> shape = common_shape(a, b);
  if (!shape) return std::nullopt;
  const TimeAttribute attribute =
      a.time_attribute() == b.time_attribute() ? a.time_attribute() : TimeAttribute::kNone;
  return shape->with_nullable(a.nullable() || b.nullable()).with_time_attribute(attribute);
}

std::optional<DataType> common_type(std::span<const DataType> types) {
  std::optional<DataType> common = DataType::null();
  for (const DataType& type : types) {
    common = common_type(*common, type);
    if (!common) return std::nullopt;
  }
  // NULL's type started it: whether the result may be NULL depends on the operands alone.
  const bool nullable = std::ranges::any_of(types, [](const DataType& type) { return type.nullable(); });
  return common->with_nullable(nullable);
}

DataType exact_decimal_of(const DataType& type) {
  switch (type.root()) {
    case TypeRoot::kTinyint:
      return DataType::decimal(3, 0);
    case TypeRoot::kSmallint:
      return DataType::decimal(5, 0);
    case TypeRoot::kInteger:
      return DataType::decimal(10, 0);
    case TypeRoot::kBigint:
      return DataType::decimal(19, 0);
    default:
      return type.with_nullable(true);
  }
}

DataType adjusted_decimal(int32_t precision, int32_t scale) {
  if (precision <= kMaxDecimalPrecision) return DataType::decimal(precision, scale);
  const int32_t integer_digits = precision - scale;
  const int32_t kept_scale = std::max(kMaxDecimalPrecision - integer_digits, std::min(scale, kMinAdjustedScale));
  return DataType::decimal(kMaxDecimalPrecision, kept_scale);
}

DataType decimal_sum_type(const DataType& a, const DataType& b) {
  const int32_t scale = std::max(a.scale(), b.scale());
  const int32_t digits = std::max(a.precision() - a.scale(), b.precision() - b.scale());
  return adjusted_decimal(digits + scale + 1, scale);
}

DataType decimal_product_type(const DataType& a, const DataType& b) {
  return adjusted_decimal(a.precision() + b.precision() + 1, a.scale() + b.scale());
}

DataType decimal_quotient_type(const DataType& a, const DataType& b) {
  const int32_t scale = std::max(6, a.scale() + b.precision() + 1);
  return adjusted_decimal(a.precision() - a.scale() + b.scale() + scale, scale);
}

DataType decimal_remainder_type(const DataType& a, const DataType& b) {
  const int32_t scale = std::max(a.scale(), b.scale());
  return adjusted_decimal(std::min(a.precision() - a.scale(), b.precision() - b.scale()) + scale, scale);
}

std::string_view type_root_digest(const DataType& type) {
  switch (type.root()) {
    case TypeRoot::kNull:
      return "NULL";
    case TypeRoot::kBoolean:
      return "BOOLEAN";
    case TypeRoot::kTinyint:
      return "TINYINT";
    case TypeRoot::kSmallint:
      return "SMALLINT";
    case TypeRoot::kInteger:
      return "INTEGER";
    case TypeRoot::kBigint:
      return "BIGINT";
    case TypeRoot::kFloat:
      return "FLOAT";
    case TypeRoot::kDouble:
      return "DOUBLE";
    case TypeRoot::kDecimal:
      return "DECIMAL";
    case TypeRoot::kChar:
      return "CHAR";
    case TypeRoot::kVarchar:
      return "VARCHAR";
    case TypeRoot::kBinary:
      return "BINARY";
    case TypeRoot::kVarbinary:
      return "VARBINARY";
    case TypeRoot::kDate:
      return "DATE";
    case TypeRoot::kTime:
      return "TIME";
    case TypeRoot::kTimestamp:
      return "TIMESTAMP";
    case TypeRoot::kTimestampLtz:
      return "TIMESTAMP_WITH_LOCAL_TIME_ZONE";
    case TypeRoot::kIntervalYearMonth:
      return "INTERVAL_YEAR_MONTH";
    case TypeRoot::kIntervalDayTime:
      return "INTERVAL_DAY_TIME";
    case TypeRoot::kArray:
      return "ARRAY";
    case TypeRoot::kMap:
      return "MAP";
    case TypeRoot::kMultiset:
      return "MULTISET";
    case TypeRoot::kRow:
      return "ROW";
  }
  return "";
}

std::string type_digest(const DataType& type, bool with_character_set) {
  if (type.time_attribute() != TimeAttribute::kNone) return type.with_nullable(true).to_short_string();
  std::string text(type_root_digest(type));
  if (type.is_interval()) {
    text = "INTERVAL " + std::string(interval_unit_name(type.first_unit()));
    if (type.first_unit() != type.last_unit()) text += " TO " + std::string(interval_unit_name(type.last_unit()));
    return text;
  }
  if (type.is_nested()) return type.with_nullable(true).to_string();
  if (type.is(TypeRoot::kDecimal)) {
    return text + "(" + std::to_string(type.precision()) + ", " + std::to_string(type.scale()) + ")";
  }
  if (type.is_character() || type.is_binary() || type.is_timestamp() || type.is(TypeRoot::kTime)) {
    text += "(" + std::to_string(type.precision()) + ")";
  }
  if (with_character_set && type.is_character()) text += " CHARACTER SET \"UTF-16LE\"";
  return text;
}

std::string_view type_family_digest(const DataType& type) {
  if (type.is_numeric()) return "<NUMERIC>";
  if (type.is_character()) return "<CHARACTER>";
  if (type.is_binary()) return "<BINARY>";
  switch (type.root()) {
    case TypeRoot::kNull:
      return "<NULL>";
    case TypeRoot::kBoolean:
      return "<BOOLEAN>";
    case TypeRoot::kDate:
      return "<DATE>";
    case TypeRoot::kTime:
      return "<TIME>";
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return "<TIMESTAMP>";
    case TypeRoot::kIntervalYearMonth:
      return "<INTERVAL_YEAR_MONTH>";
    case TypeRoot::kIntervalDayTime:
      return "<INTERVAL_DAY_TIME>";
    case TypeRoot::kArray:
      return "<ARRAY>";
    case TypeRoot::kMap:
      return "<MAP>";
    case TypeRoot::kMultiset:
      return "<MULTISET>";
    default:
      return "<ANY>";
  }
}

}  // namespace eddyline::expression
