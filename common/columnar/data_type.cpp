#include "common/columnar/data_type.hpp"

#include "common/base/check.hpp"
#include "common/base/quoting.hpp"

namespace eddyline {
namespace {

std::string parenthesised(std::string_view name, int32_t number) {
  return std::string(name) + "(" + std::to_string(number) + ")";
}

std::string interval_text(const DataType& type) {
  const auto digits = [&](IntervalUnit unit) -> std::string {
    switch (unit) {
      case IntervalUnit::kYear:
        return type.precision() == 2 ? "" : "(" + std::to_string(type.precision()) + ")";
      case IntervalUnit::kDay:
        return type.precision() == 2 ? "" : "(" + std::to_string(type.precision()) + ")";
      case IntervalUnit::kSecond:
        return "(" + std::to_string(type.scale()) + ")";
      case IntervalUnit::kMonth:
      case IntervalUnit::kHour:
      case IntervalUnit::kMinute:
        return "";
    }
    return "";
  };
  std::string text = "INTERVAL " + std::string(interval_unit_name(type.first_unit())) + digits(type.first_unit());
  if (type.first_unit() != type.last_unit()) {
    text += " TO " + std::string(interval_unit_name(type.last_unit())) + digits(type.last_unit());
  }
  return text;
}

std::string row_text(const std::vector<RowField>& fields, bool short_names) {
  std::string text = "ROW<";
  for (const RowField& field : fields) {
    if (text.back() != '<') text += ", ";
    text += quote_identifier(field.name) + " " + (short_names ? field.type.to_short_string() : field.type.to_string());
  }
  return text + ">";
}

std::string text_of(const DataType& type, bool short_names) {
  const auto child = [&](size_t index) {
    const DataType& inner = type.children()[index].type;
    return short_names ? inner.to_short_string() : inner.to_string();
  };
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
      return "INT";
    case TypeRoot::kBigint:
      return "BIGINT";
    case TypeRoot::kFloat:
      return "FLOAT";
    case TypeRoot::kDouble:
      return "DOUBLE";
    case TypeRoot::kDecimal:
      return "DECIMAL(" + std::to_string(type.precision()) + ", " + std::to_string(type.scale()) + ")";
    case TypeRoot::kChar:
      return parenthesised("CHAR", type.length());
    case TypeRoot::kVarchar:
      return short_names && type.length() == kMaxLength ? "STRING" : parenthesised("VARCHAR", type.length());
    case TypeRoot::kBinary:
      return parenthesised("BINARY", type.length());
    case TypeRoot::kVarbinary:
      return short_names && type.length() == kMaxLength ? "BYTES" : parenthesised("VARBINARY", type.length());
    case TypeRoot::kDate:
      return "DATE";
    case TypeRoot::kTime:
      return parenthesised("TIME", type.precision());
    case TypeRoot::kTimestamp:
      return parenthesised("TIMESTAMP", type.precision());
    case TypeRoot::kTimestampLtz:
      return parenthesised("TIMESTAMP_LTZ", type.precision());
    case TypeRoot::kIntervalYearMonth:
    case TypeRoot::kIntervalDayTime:
      // The short name is of the value: all day-time intervals are milliseconds, all others months.
      if (short_names) return type.is(TypeRoot::kIntervalDayTime) ? "INTERVAL SECOND(3)" : "INTERVAL MONTH";
      return interval_text(type);
    case TypeRoot::kArray:
      return "ARRAY<" + child(0) + ">";
    case TypeRoot::kMap:
      return "MAP<" + child(0) + ", " + child(1) + ">";
    case TypeRoot::kMultiset:
      return "MULTISET<" + child(0) + ">";
    case TypeRoot::kRow:
      return row_text(type.children(), short_names);
  }
  return "";
}

std::string full_text(const DataType& type, bool short_names) {
  std::string text = text_of(type, short_names);
  if (!type.nullable() && !type.is(TypeRoot::kNull)) text += " NOT NULL";
  if (type.is_rowtime()) text += " *ROWTIME*";
  if (type.is_proctime()) text += " *PROCTIME*";
  return text;
}

}  // namespace

std::string_view interval_unit_name(IntervalUnit unit) {
  switch (unit) {
    case IntervalUnit::kYear:
      return "YEAR";
    case IntervalUnit::kMonth:
      return "MONTH";
    case IntervalUnit::kDay:
      return "DAY";
    case IntervalUnit::kHour:
      return "HOUR";
    case IntervalUnit::kMinute:
      return "MINUTE";
    case IntervalUnit::kSecond:
      return "SECOND";
  }
  return "";
}

DataType DataType::interval_year_month(IntervalUnit first, IntervalUnit last, int32_t precision) {
  DataType type(TypeRoot::kIntervalYearMonth, precision);
  type.first_unit_ = first;
  type.last_unit_ = last;
  return type;
}

DataType DataType::interval_day_time(IntervalUnit first, IntervalUnit last, int32_t day_precision,
                                     int32_t fraction_precision) {
  DataType type(TypeRoot::kIntervalDayTime, day_precision, fraction_precision);
  type.first_unit_ = first;
  type.last_unit_ = last;
  return type;
}

DataType DataType::array(DataType element) {
  DataType type(TypeRoot::kArray);
  type.children_ = std::make_shared<const std::vector<RowField>>(std::vector<RowField>{{"element", std::move(element)}});
  return type;
}

DataType DataType::map(DataType key, DataType value) {
  DataType type(TypeRoot::kMap);
  type.children_ = std::make_shared<const std::vector<RowField>>(
      std::vector<RowField>{{"key", std::move(key)}, {"value", std::move(value)}});
  return type;
}

DataType DataType::multiset(DataType element) {
  DataType type(TypeRoot::kMultiset);
  type.children_ = std::make_shared<const std::vector<RowField>>(std::vector<RowField>{{"element", std::move(element)}});
  return type;
}

DataType DataType::row(std::vector<RowField> fields) {
  DataType type(TypeRoot::kRow);
  type.children_ = std::make_shared<const std::vector<RowField>>(std::move(fields));
  return type;
}

const std::vector<RowField>& DataType::children() const {
  static const std::vector<RowField> kNone;
  return children_ ? *children_ : kNone;
}

DataType DataType::with_nullable(bool nullable) const {
  DataType type = *this;
  type.nullable_ = nullable;
  return type;
}

DataType DataType::with_time_attribute(TimeAttribute attribute) const {
  DataType type = *this;
  type.attribute_ = attribute;
  return type;
}

PhysicalType DataType::physical_type() const {
  switch (root_) {
    case TypeRoot::kNull:
      break;
    case TypeRoot::kBoolean:
      return PhysicalType::kBool;
    case TypeRoot::kTinyint:
      return PhysicalType::kInt8;
    case TypeRoot::kSmallint:
      return PhysicalType::kInt16;
    case TypeRoot::kInteger:
    case TypeRoot::kDate:
    case TypeRoot::kTime:
    case TypeRoot::kIntervalYearMonth:
      return PhysicalType::kInt32;
    case TypeRoot::kBigint:
    case TypeRoot::kIntervalDayTime:
      return PhysicalType::kInt64;
    case TypeRoot::kFloat:
      return PhysicalType::kFloat;
    case TypeRoot::kDouble:
      return PhysicalType::kDouble;
    case TypeRoot::kDecimal:
      return precision_ <= kMaxCompactDecimalPrecision ? PhysicalType::kInt64 : PhysicalType::kInt128;
    case TypeRoot::kChar:
    case TypeRoot::kVarchar:
    case TypeRoot::kBinary:
    case TypeRoot::kVarbinary:
      return PhysicalType::kString;
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return precision_ <= 6 ? PhysicalType::kInt64 : PhysicalType::kInt128;
    case TypeRoot::kArray:
      return PhysicalType::kArray;
    case TypeRoot::kMap:
    case TypeRoot::kMultiset:
      return PhysicalType::kMap;
    case TypeRoot::kRow:
      return PhysicalType::kRow;
  }
  CHECK(false) << "the untyped NULL has no physical form; the binder gives every NULL a type";
  return PhysicalType::kBool;
}

std::string DataType::to_string() const { return full_text(*this, false); }
std::string DataType::to_short_string() const { return full_text(*this, true); }

bool DataType::same_shape(const DataType& other) const {
  if (root_ != other.root_ || precision_ != other.precision_ || scale_ != other.scale_) return false;
  if (first_unit_ != other.first_unit_ || last_unit_ != other.last_unit_) return false;
  return children() == other.children();
}

bool operator==(const DataType& a, const DataType& b) {
  return a.same_shape(b) && a.nullable_ == b.nullable_ && a.attribute_ == b.attribute_;
}

}  // namespace eddyline
