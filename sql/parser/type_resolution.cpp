#include <string>
#include <utility>

#include "sql/parser/ast_type.hpp"

namespace eddyline::sql {

namespace {

constexpr int32_t kMaxTimePrecision = 9;
constexpr int32_t kDefaultDecimalPrecision = 10;

Status check_range(const TypeNode& node, std::string_view what, int32_t value, int32_t least, int32_t most) {
  if (value >= least && value <= most) return {};
  return validation_error(std::string(what) + " must be between " + std::to_string(least) + " and " +
                          std::to_string(most) + " (both inclusive).")
      .at(node.position);
}

Result<DataType> resolve_string(const TypeNode& node, std::string_view what, int32_t default_length,
                                DataType (*make)(int32_t)) {
  const int32_t length = node.precision.value_or(default_length);
  RETURN_IF_ERROR(check_range(node, what, length, 1, kMaxLength));
  return make(length);
}

Result<DataType> resolve_time(const TypeNode& node, std::string_view what, int32_t default_precision,
                              DataType (*make)(int32_t)) {
  const int32_t precision = node.precision.value_or(default_precision);
  RETURN_IF_ERROR(check_range(node, what, precision, 0, kMaxTimePrecision));
  return make(precision);
}

Result<DataType> resolve_decimal(const TypeNode& node) {
  const int32_t precision = node.precision.value_or(kDefaultDecimalPrecision);
  RETURN_IF_ERROR(check_range(node, "Decimal precision", precision, 1, kMaxDecimalPrecision));
  const int32_t scale = node.scale.value_or(0);
  if (scale > precision) {
    return validation_error("Decimal scale must be between 0 and the precision " + std::to_string(precision) +
                            " (both inclusive).")
        .at(node.position);
  }
  return DataType::decimal(precision, scale);
}

DataType resolve_interval(const IntervalQualifier& qualifier) {
  constexpr int32_t kLeading = 2;
  if (qualifier.first <= IntervalUnit::kMonth) {
    return DataType::interval_year_month(qualifier.first, qualifier.last,
                                         qualifier.leading_precision.value_or(kLeading));
  }
  return DataType::interval_day_time(qualifier.first, qualifier.last, qualifier.leading_precision.value_or(kLeading),
                                     qualifier.fraction_precision.value_or(6));
}

Result<DataType> resolve_row(const TypeNode& node) {
  std::vector<RowField> fields;
  for (const TypeFieldNode& child : node.children) {
    ASSIGN_OR_RETURN(DataType type, resolve_type(child.type));
    fields.push_back({child.name.text, std::move(type)});
  }
  return DataType::row(std::move(fields));
}

Result<DataType> resolve_map(const TypeNode& node) {
  ASSIGN_OR_RETURN(DataType key, resolve_type(node.children[0].type));
  ASSIGN_OR_RETURN(DataType value, resolve_type(node.children[1].type));
  return DataType::map(std::move(key), std::move(value));
}

Result<DataType> resolve_element(const TypeNode& node, DataType (*make)(DataType)) {
  ASSIGN_OR_RETURN(DataType element, resolve_type(node.children[0].type));
  return make(std::move(element));
}

Status unsupported(const TypeNode& node, std::string_view name) {
  return not_supported("the type " + std::string(name)).at(node.position);
}

Result<DataType> resolve_nullable(const TypeNode& node) {
  switch (node.name) {
    case TypeName::kBoolean:
      return DataType::boolean();
    case TypeName::kTinyint:
      return DataType::tinyint();
    case TypeName::kSmallint:
      return DataType::smallint();
    case TypeName::kInteger:
      return DataType::integer();
    case TypeName::kBigint:
      return DataType::bigint();
    case TypeName::kFloat:
      return DataType::float_();
    case TypeName::kDouble:
      return DataType::double_();
    case TypeName::kDecimal:
      return resolve_decimal(node);
    case TypeName::kChar:
      return resolve_string(node, "Character string length", 1, DataType::char_);
    case TypeName::kVarchar:
      return resolve_string(node, "Variable character string length", kMaxLength, DataType::varchar);
    case TypeName::kString:
      return DataType::string();
    case TypeName::kBinary:
      return resolve_string(node, "Binary string length", 1, DataType::binary);
    case TypeName::kVarbinary:
      return resolve_string(node, "Variable binary string length", kMaxLength, DataType::varbinary);
    case TypeName::kBytes:
      return DataType::bytes();
    case TypeName::kDate:
      return DataType::date();
    case TypeName::kTime:
      return resolve_time(node, "Time precision", 0, DataType::time);
    case TypeName::kTimestamp:
      return resolve_time(node, "Timestamp precision", 6, DataType::timestamp);
    case TypeName::kTimestampLtz:
      return resolve_time(node, "Timestamp with local time zone precision", 6, DataType::timestamp_ltz);
    case TypeName::kInterval:
      return resolve_interval(node.interval);
    case TypeName::kArray:
      return resolve_element(node, DataType::array);
    case TypeName::kMultiset:
      return resolve_element(node, DataType::multiset);
    case TypeName::kMap:
      return resolve_map(node);
    case TypeName::kRow:
      return resolve_row(node);
    case TypeName::kNull:
      return DataType::null();
    case TypeName::kTimestampWithTimeZone:
      return unsupported(node, "TIMESTAMP WITH TIME ZONE");
    case TypeName::kRaw:
      return unsupported(node, "RAW");
    case TypeName::kVariant:
      return unsupported(node, "VARIANT");
    case TypeName::kDescriptor:
      return unsupported(node, "DESCRIPTOR");
    case TypeName::kNamed:
      return not_found("Unknown identifier '" + node.type_name.to_string() + "'").at(node.position);
  }
  return unsupported(node, "of that name");
}

}  // namespace

Result<DataType> resolve_type(const TypeNode& node) {
  ASSIGN_OR_RETURN(const DataType type, resolve_nullable(node));
  return type.with_nullable(!node.not_null);
}

}  // namespace eddyline::sql
