#include "expression/cast_rules.hpp"

#include <string>

#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

bool nested_castable(const DataType& from, const DataType& to, bool (*castable)(const DataType&, const DataType&)) {
  if (from.root() != to.root() || from.children().size() != to.children().size()) return false;
  for (size_t i = 0; i < from.children().size(); ++i) {
    if (!castable(from.children()[i].type, to.children()[i].type)) return false;
  }
  return true;
}

bool is_castable(const DataType& from, const DataType& to);

bool castable_to_temporal(const DataType& from, const DataType& to) {
  switch (to.root()) {
    case TypeRoot::kDate:
      return from.is(TypeRoot::kDate) || from.is_timestamp();
    case TypeRoot::kTime:
      return from.is(TypeRoot::kTime) || from.is_timestamp();
    default:
      return from.is_temporal();
  }
}

bool is_castable(const DataType& from, const DataType& to) {
  if (from.same_shape(to) || from.is(TypeRoot::kNull)) return true;
  if (from.is_nested() || to.is_nested()) return to.is_character() || nested_castable(from, to, is_castable);
  if (to.is_character()) return true;
  if (from.is_character()) return !to.is_interval();
  if (to.is_binary()) return from.is_binary();
  if (to.is(TypeRoot::kBoolean)) return from.is_numeric();
  if (to.is_numeric()) {
    return from.is_numeric() || from.is(TypeRoot::kBoolean);
  }
  if (to.is_temporal()) return castable_to_temporal(from, to);
  return from.root() == to.root() || from.is_integer();
}

/// The pairs for which the planner says what to do instead.
Status numeric_timestamp_error(const DataType& from, const DataType& to) {
  if (from.is_numeric() && to.is(TypeRoot::kTimestamp)) {
    return validation_error(
        "The cast from NUMERIC type to TIMESTAMP type is not allowed. It's recommended to use "
        "TO_TIMESTAMP(FROM_UNIXTIME(numeric_col)) instead, note the numeric is in seconds.");
  }
  if (from.is_numeric() && to.is(TypeRoot::kTimestampLtz)) {
    return validation_error(
        "The cast from NUMERIC type to TIMESTAMP_LTZ type is not allowed. It's recommended to use "
        "TO_TIMESTAMP_LTZ(numeric_col, precision) instead.");
  }
  if (from.is(TypeRoot::kTimestamp) && to.is_numeric()) {
    return validation_error(
        "The cast from TIMESTAMP type to NUMERIC type is not allowed. It's recommended to use "
        "UNIX_TIMESTAMP(CAST(timestamp_col AS STRING)) instead.");
  }
  if (from.is(TypeRoot::kTimestampLtz) && to.is_numeric()) {
    return validation_error("The cast from TIMESTAMP_LTZ type to NUMERIC type is not allowed.");
  }
  return {};
}

}  // namespace

bool is_implicitly_castable(const DataType& from, const DataType& to) {
  if (from.nullable() && !to.nullable()) return false;
  if (from.same_shape(to) || from.is(TypeRoot::kNull)) return true;
  switch (to.root()) {
    case TypeRoot::kChar:
    case TypeRoot::kBinary:
    case TypeRoot::kBoolean:
    case TypeRoot::kTinyint:
    case TypeRoot::kIntervalYearMonth:
    case TypeRoot::kIntervalDayTime:
      return from.root() == to.root();
    case TypeRoot::kVarchar:
      return from.is_character();
    case TypeRoot::kVarbinary:
      return from.is_binary();
    case TypeRoot::kDecimal:
    case TypeRoot::kDouble:
      return from.is_numeric();
    case TypeRoot::kSmallint:
    case TypeRoot::kInteger:
    case TypeRoot::kBigint:
      return from.is_integer() && from.root() <= to.root();
    case TypeRoot::kFloat:
      return from.is_exact_numeric() || from.is(TypeRoot::kFloat);
    case TypeRoot::kDate:
    case TypeRoot::kTime:
      return from.root() == to.root() || from.is(TypeRoot::kTimestamp);
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return from.is_timestamp();
    case TypeRoot::kArray:
    case TypeRoot::kMap:
    case TypeRoot::kMultiset:
    case TypeRoot::kRow:
      return nested_castable(from, to, is_implicitly_castable);
    case TypeRoot::kNull:
      return false;
  }
  return false;
}

Status check_castable(const DataType& from, const DataType& to) {
  RETURN_IF_ERROR(numeric_timestamp_error(from, to));
  if (is_castable(from, to)) return {};
  return validation_error("Cast function cannot convert value of type " + type_digest(from, false) + " to type " +
                          type_digest(to, false));
}

bool cast_keeps_values(const DataType& from, const DataType& to) {
  if (from.same_shape(to)) return true;
  if (from.is_nested() || to.is_nested() || from.physical_type() != to.physical_type()) return false;
  // Not all bytes are text.
  if (from.is_binary() && to.is_character()) return false;
  if (to.is(TypeRoot::kVarchar) || to.is(TypeRoot::kVarbinary)) {
    const bool bytes = from.is_character() != to.is_character();
    return to.length() == kMaxLength || (!bytes && from.length() <= to.length());
  }
  if (to.is_interval()) return from.is_interval() || from.is_integer();
  if (from.root() != to.root()) return false;
  if (to.is(TypeRoot::kDecimal)) return from.scale() == to.scale() && from.precision() <= to.precision();
  if (to.is(TypeRoot::kTime)) return from.precision() <= to.precision();
  // Timestamps of 0 to 3 and of 4 to 6 digits are held alike.
  const auto unit_class = [](const DataType& type) { return (type.precision() + 2) / 3; };
  const bool same_unit = unit_class(from) == unit_class(to) || (from.precision() == 0 && to.precision() <= 3);
  return to.is_timestamp() && same_unit && from.precision() <= to.precision();
}

}  // namespace eddyline::expression
