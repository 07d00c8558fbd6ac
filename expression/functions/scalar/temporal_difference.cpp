// TIMESTAMPADD, TIMESTAMPDIFF, OVERLAPS.
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/temporal/calendar_fields.hpp"

namespace eddyline::expression {
namespace {

/// Reads the points in time of a column of any temporal type; TIME lies on 1970-01-01.
Instant point_of(const DecodedColumn& column, size_t row, const DataType& type) {
  if (type.is(TypeRoot::kDate)) return {column.value<int32_t>(row) * kMillisecondsPerDay, 0};
  if (type.is(TypeRoot::kTime)) return {column.value<int32_t>(row), 0};
  if (type.physical_type() == PhysicalType::kInt128) return to_instant(column.value<int128_t>(row), type.precision());
  return to_instant(column.value<int64_t>(row), type.precision());
}

/// Whole units from the second operand to the third, towards zero.
class DifferenceKernel final : public Kernel {
 public:
  DifferenceKernel(TimeUnit unit, DataType from, DataType to) : unit_(unit), from_(std::move(from)), to_(std::move(to)) {}

  Status evaluate(EvaluationContext&, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    const DecodedColumn from(*arguments[1]);
    const DecodedColumn to(*arguments[2]);
    rows.for_each([&](size_t row) {
      out.values<int32_t>()[row] = static_cast<int32_t>(difference(point_of(from, row, from_), point_of(to, row, to_)));
    });
    return {};
  }

 private:
  int64_t difference(Instant from, Instant to) const {
    if (const int64_t months = unit_months(unit_)) return months_between(from, to) / months;
    const int64_t milliseconds = to.millisecond - from.millisecond;
    if (const int64_t step = unit_milliseconds(unit_)) return milliseconds / step;
    const int64_t nanoseconds = milliseconds * 1'000'000 + to.nanosecond - from.nanosecond;
    return unit_ == TimeUnit::kMicrosecond ? nanoseconds / 1'000 : nanoseconds;
  }

  TimeUnit unit_;
  DataType from_;
  DataType to_;
};

Result<ResolvedCall> resolve_difference(std::span<const DataType> types, std::span<const Value* const> literals) {
  if (types.size() != 3) return wrong_argument_count("TIMESTAMPDIFF", "3");
  RETURN_IF_ERROR(time_unit_of(literal_text_of(literals[0], types[0])).status());
  std::vector<DataType> operands(types.begin(), types.end());
  for (size_t i = 1; i < 3; ++i) {
    if (operands[i].is(TypeRoot::kNull)) operands[i] = DataType::timestamp(3);
    if (!operands[i].is_temporal()) {
      return cannot_apply("TIMESTAMPDIFF", FunctionSyntax::kFunction, types, "'TIMESTAMPDIFF(<ANY>, <DATETIME>, <DATETIME>)'");
    }
  }
  if (operands[1].is(TypeRoot::kTimestampLtz) != operands[2].is(TypeRoot::kTimestampLtz)) {
    return validation_error("TIMESTAMP_LTZ only supports diff between the same type.");
  }
  return ResolvedCall{std::move(operands), DataType::integer()};
}

/// As Calcite's expansion prints: CAST(/INT(Reinterpret(-(to, from)), 86400000) AS INTEGER).
std::string print_difference(const Expression& call, std::span<const std::string> operands, bool infix) {
  const auto unit = find_time_unit(literal_text_of(&call.operands()[0]->value(), call.operands()[0]->type()));
  const int64_t months = unit ? unit_months(*unit) : 0;
  const std::string step = std::to_string(months != 0 ? months : (unit ? unit_milliseconds(*unit) : 0));
  const std::string& from = operands[1];
  const std::string& to = operands[2];
  const std::string span = infix ? "Reinterpret((" + to + " - " + from + "))" : "Reinterpret(-(" + to + ", " + from + "))";
  const std::string inner = step == "1" ? span : (infix ? "(" + span + " /INT " + step + ")" : "/INT(" + span + ", " + step + ")");
  return "CAST(" + inner + " AS INTEGER" + (!infix && !call.type().nullable() ? " NOT NULL)" : ")");
}

void add_difference(FunctionRegistry& registry) {
  ScalarFunction function;
  function.name = operators::kTimestampDiff;
  function.internal_name = "$TIMESTAMPDIFF$1";
  function.resolve = resolve_difference;
  function.make_kernel = [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
    ASSIGN_OR_RETURN(const TimeUnit unit, time_unit_of(literal_text_of(site.literals[0], site.operand_types[0])));
    return std::make_unique<DifferenceKernel>(unit, site.operand_types[1], site.operand_types[2]);
  };
  function.print = print_difference;
  function.help = "Whole units from one point in time to another.";
  registry.add(std::move(function));
}

/// The interval of one unit.
Result<ExpressionPtr> one_unit(TimeUnit unit) {
  if (const int64_t months = unit_months(unit)) {
    const IntervalUnit printed = months % 12 == 0 ? IntervalUnit::kYear : IntervalUnit::kMonth;
    return Expression::literal(Value::integer(months), DataType::interval_year_month(printed, printed).not_null());
  }
  const int64_t milliseconds = unit_milliseconds(unit);
  if (milliseconds == 0) return not_supported("TIMESTAMPADD of units below a millisecond");
  IntervalUnit printed = IntervalUnit::kSecond;
  if (unit == TimeUnit::kDay || unit == TimeUnit::kWeek) printed = IntervalUnit::kDay;
  if (unit == TimeUnit::kHour) printed = IntervalUnit::kHour;
  if (unit == TimeUnit::kMinute) printed = IntervalUnit::kMinute;
  return Expression::literal(Value::integer(milliseconds), DataType::interval_day_time(printed, printed).not_null());
}

/// TIMESTAMPADD(unit, n, t) is t + INTERVAL 1 unit * n. A DATE with a unit below a day becomes a timestamp.
Result<ExpressionPtr> rewrite_add(const FunctionRegistry& registry, std::span<const ExpressionPtr> operands) {
  if (operands.size() != 3) return wrong_argument_count("TIMESTAMPADD", "3");
  std::vector<DataType> types;
  for (const ExpressionPtr& operand : operands) types.push_back(operand->type());
  const bool counted = types[1].is_integer() || types[1].is(TypeRoot::kNull);
  if (!counted || (!types[2].is_temporal() && !types[2].is(TypeRoot::kNull))) {
    return cannot_apply("TIMESTAMPADD", FunctionSyntax::kFunction, types, "'TIMESTAMPADD(<ANY>, <INTEGER>, <DATETIME>)'");
  }
  ASSIGN_OR_RETURN(const TimeUnit unit,
                   time_unit_of(operands[0]->is_literal() ? literal_text_of(&operands[0]->value(), types[0]) : std::string_view()));
  ASSIGN_OR_RETURN(ExpressionPtr step, one_unit(unit));
  ExpressionPtr count = operands[1];
  if (types[1].is(TypeRoot::kNull)) count = Expression::literal(Value::null(), DataType::integer());
  ExpressionPtr time = operands[2];
  if (types[2].is(TypeRoot::kNull)) time = Expression::literal(Value::null(), DataType::timestamp(3));
  if (types[2].is(TypeRoot::kDate) && unit_months(unit) == 0 && unit_milliseconds(unit) < kMillisecondsPerDay) {
    ASSIGN_OR_RETURN(time, registry.make_cast(std::move(time), DataType::timestamp(6)));
  }
  ASSIGN_OR_RETURN(ExpressionPtr span, registry.make_call(operators::kMultiply, {std::move(step), std::move(count)}));
  return registry.make_call(operators::kPlus, {std::move(time), std::move(span)});
}

/// (start1, end1) OVERLAPS (start2, end2): both periods, turned round where they end before they start, share a point.
Result<ExpressionPtr> rewrite_overlaps(const FunctionRegistry& registry, std::span<const ExpressionPtr> operands) {
  if (operands.size() != 4) return wrong_argument_count("OVERLAPS", "4");
  const auto call = [&](std::string_view name, ExpressionPtr a, ExpressionPtr b) {
    return registry.make_call(name, {std::move(a), std::move(b)});
  };
  ExpressionPtr first[2];
  ExpressionPtr last[2];
  for (size_t i = 0; i < 2; ++i) {
    const ExpressionPtr& start = operands[2 * i];
    ExpressionPtr end = operands[2 * i + 1];
    if (end->type().is_interval()) {
      ASSIGN_OR_RETURN(end, call(operators::kPlus, start, end));
    }
    ASSIGN_OR_RETURN(const ExpressionPtr forward, call(operators::kLessOrEqual, start, end));
    ASSIGN_OR_RETURN(first[i], registry.make_call(operators::kCase, {forward, start, end}));
    ASSIGN_OR_RETURN(last[i], registry.make_call(operators::kCase, {forward, end, start}));
  }
  ASSIGN_OR_RETURN(ExpressionPtr reaches, call(operators::kGreaterOrEqual, last[0], first[1]));
  ASSIGN_OR_RETURN(ExpressionPtr starts, call(operators::kGreaterOrEqual, last[1], first[0]));
  return call(operators::kAnd, std::move(reaches), std::move(starts));
}

void add_rewrite(FunctionRegistry& registry, std::string_view name, ScalarFunction::Rewrite rewrite, std::string help) {
  ScalarFunction function;
  function.name = name;
  function.internal_name = "$" + function.name + "$1";
  function.rewrite = std::move(rewrite);
  function.help = std::move(help);
  registry.add(std::move(function));
}

}  // namespace

void register_temporal_difference(FunctionRegistry& registry);
void register_temporal_difference(FunctionRegistry& registry) {
  add_difference(registry);
  add_rewrite(registry, operators::kTimestampAdd, rewrite_add, "A point in time some units later.");
  add_rewrite(registry, operators::kOverlaps, rewrite_overlaps, "True if two periods share a point in time.");
}

}  // namespace eddyline::expression
