// EXTRACT and the functions that are short for it.
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/zone_clock.hpp"
#include "expression/functions/temporal/calendar_fields.hpp"
#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

template <class T>
std::unique_ptr<Kernel> extract_from_timestamp(const DataType& type, TimeUnit unit) {
  const bool zoned = type.is(TypeRoot::kTimestampLtz);
  return row_kernel<std::string_view, T>([unit, zoned, precision = type.precision()](ResultCell cell, std::string_view, T value) {
    Instant local = to_instant(value, precision);
    if (zoned) local.millisecond = ZoneClock(cell.context().time_zone()).local_of_instant(local.millisecond);
    cell.set(extract_field(local, unit));
  });
}

/// Part of a day-time interval, with its sign.
int64_t duration_field(int64_t milliseconds, TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kDay:
      return milliseconds / kMillisecondsPerDay;
    case TimeUnit::kHour:
      return milliseconds / kMillisecondsPerHour % 24;
    case TimeUnit::kMinute:
      return milliseconds / kMillisecondsPerMinute % 60;
    case TimeUnit::kSecond:
      return milliseconds / kMillisecondsPerSecond % 60;
    case TimeUnit::kMillisecond:
      return milliseconds % kMillisecondsPerSecond;
    case TimeUnit::kEpoch:
      return milliseconds / kMillisecondsPerSecond;
    default:
      return 0;
  }
}

int64_t period_field(int64_t months, TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kMonth:
      return months % 12;
    case TimeUnit::kQuarter:
      return months % 12 / 3 + 1;
    default:
      return months / unit_months(unit);
  }
}

std::unique_ptr<Kernel> extract_from_interval(const DataType& type, TimeUnit unit) {
  if (type.is(TypeRoot::kIntervalYearMonth)) {
    return row_kernel<std::string_view, int32_t>(
        [unit](ResultCell cell, std::string_view, int32_t months) { cell.set(period_field(months, unit)); });
  }
  return row_kernel<std::string_view, int64_t>(
      [unit](ResultCell cell, std::string_view, int64_t duration) { cell.set(duration_field(duration, unit)); });
}

Result<std::unique_ptr<Kernel>> make_extract(const CallSite& site) {
  ASSIGN_OR_RETURN(const TimeUnit unit, time_unit_of(literal_text_of(site.literals[0], site.operand_types[0])));
  const DataType& type = site.operand_types[1];
  if (type.is_interval()) return extract_from_interval(type, unit);
  if (type.is(TypeRoot::kDate)) {
    return row_kernel<std::string_view, int32_t>([unit](ResultCell cell, std::string_view, int32_t day) {
      cell.set(extract_field({day * kMillisecondsPerDay, 0}, unit));
    });
  }
  if (type.is(TypeRoot::kTime)) {
    return row_kernel<std::string_view, int32_t>(
        [unit](ResultCell cell, std::string_view, int32_t time) { cell.set(extract_field({time, 0}, unit)); });
  }
  if (type.physical_type() == PhysicalType::kInt128) return extract_from_timestamp<int128_t>(type, unit);
  return extract_from_timestamp<int64_t>(type, unit);
}

Status no_field(std::span<const DataType> types, std::string_view unit) {
  return validation_error("Cannot apply 'EXTRACT' to arguments of type 'EXTRACT(<INTERVAL " + std::string(unit) + "> FROM <" +
                          type_digest(types[1], false) +
                          ">)'. Supported form(s): 'EXTRACT(<DATETIME_INTERVAL> FROM <DATETIME_INTERVAL>)'\n"
                          "'EXTRACT(<DATETIME_INTERVAL> FROM <DATETIME>)'");
}

/// Whether a type has the field.
bool has_field(const DataType& type, TimeUnit unit) {
  const bool date_unit = unit <= TimeUnit::kDayOfYear;
  if (type.is(TypeRoot::kTime)) return !date_unit;
  if (type.is(TypeRoot::kIntervalYearMonth)) return unit_months(unit) != 0;
  if (type.is(TypeRoot::kIntervalDayTime)) return unit == TimeUnit::kDay || !date_unit;
  return true;
}

Result<ResolvedCall> resolve_extract(std::span<const DataType> types, std::span<const Value* const> literals) {
  if (types.size() != 2) return wrong_argument_count("EXTRACT", "2");
  ASSIGN_OR_RETURN(const TimeUnit unit, time_unit_of(literal_text_of(literals[0], types[0])));
  const DataType type = types[1].is(TypeRoot::kNull) ? DataType::timestamp(3) : types[1];
  if (!type.is_temporal() && !type.is_interval()) return no_field(types, literal_text_of(literals[0], types[0]));
  if (!has_field(type, unit)) {
    const std::string word(literal_text_of(literals[0], types[0]));
    if (type.is(TypeRoot::kTime)) return validation_error("unit " + word + " can not be applied to time variable");
    return no_field(types, word);
  }
  return ResolvedCall{{types[0], type}, DataType::bigint()};
}

/// YEAR(t) is EXTRACT(YEAR FROM t).
void add_short_form(FunctionRegistry& registry, std::string name, std::string unit) {
  ScalarFunction function;
  function.name = name;
  function.internal_name = "$" + name + "$1";
  function.help = "EXTRACT(" + unit + " FROM ...).";
  function.rewrite = [name, unit](const FunctionRegistry& functions,
                                  std::span<const ExpressionPtr> operands) -> Result<ExpressionPtr> {
    if (operands.size() != 1) return wrong_argument_count(name, "1");
    const DataType symbol = DataType::char_(static_cast<int32_t>(unit.size())).not_null();
    return functions.make_call(operators::kExtract, {Expression::literal(Value::string(unit), symbol), operands[0]});
  };
  registry.add(std::move(function));
}

}  // namespace

void register_temporal_field(FunctionRegistry& registry);
void register_temporal_field(FunctionRegistry& registry) {
  ScalarFunction function;
  function.name = operators::kExtract;
  function.internal_name = "$EXTRACT$1";
  function.resolve = resolve_extract;
  function.make_kernel = make_extract;
  function.print = [](const Expression&, std::span<const std::string> operands, bool infix) {
    return "EXTRACT(" + symbol_text(operands[0], infix) + ", " + operands[1] + ")";
  };
  function.help = "A field of a point in time or an interval.";
  registry.add(std::move(function));
  for (const char* unit : {"YEAR", "QUARTER", "MONTH", "WEEK", "HOUR", "MINUTE", "SECOND"}) {
    add_short_form(registry, unit, unit);
  }
  add_short_form(registry, "DAYOFYEAR", "DOY");
  add_short_form(registry, "DAYOFMONTH", "DAY");
  add_short_form(registry, "DAYOFWEEK", "DOW");
}

}  // namespace eddyline::expression
