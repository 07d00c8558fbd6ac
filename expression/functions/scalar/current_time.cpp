// The clock and the watermark: CURRENT_DATE and its kin, PROCTIME, CURRENT_WATERMARK. All are taken once a batch.
#include "expression/functions/kernel/calendar.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/zone_clock.hpp"

namespace eddyline::expression {
namespace {

int64_t local_now(ResultCell& cell) {
  return ZoneClock(cell.context().time_zone()).local_of_instant(cell.context().now().value());
}

void add_clock(FunctionRegistry& registry, std::string name, DataType type, Determinism determinism, std::string help,
               ScalarFunction::MakeKernel make_kernel) {
  FunctionTraits traits;
  traits.determinism = determinism;
  registry.add(make_function(std::move(name), std::move(help), {{{}, always(std::move(type))}}, std::move(make_kernel),
                             traits));
}

ScalarFunction::MakeKernel instant_kernel() {
  return make_row_kernel<>([](ResultCell cell) { cell.set(cell.context().now().value()); });
}

ScalarFunction::MakeKernel local_time_kernel() {
  return make_row_kernel<>([](ResultCell cell) {
    const int64_t time = millisecond_of_day(local_now(cell));
    cell.set(static_cast<int32_t>(time - time % kMillisecondsPerSecond));
  });
}

void add_local_clocks(FunctionRegistry& registry) {
  add_clock(registry, "CURRENT_DATE", DataType::date(), Determinism::kPerQuery, "Today in the session time zone.",
            make_row_kernel<>([](ResultCell cell) { cell.set(static_cast<int32_t>(day_of_millisecond(local_now(cell)))); }));
  add_clock(registry, "LOCALTIMESTAMP", DataType::timestamp(3), Determinism::kPerQuery,
            "Date and time in the session time zone.",
            make_row_kernel<>([](ResultCell cell) { cell.set(local_now(cell)); }));
  add_clock(registry, "LOCALTIME", DataType::time(0), Determinism::kPerQuery, "Time in the session time zone.",
            local_time_kernel());
  add_clock(registry, "CURRENT_TIME", DataType::time(0), Determinism::kPerQuery, "As LOCALTIME.", local_time_kernel());
}

void add_instants(FunctionRegistry& registry) {
  const DataType instant = DataType::timestamp_ltz(3);
  add_clock(registry, "CURRENT_TIMESTAMP", instant, Determinism::kPerQuery, "The current instant.", instant_kernel());
  add_clock(registry, "NOW", instant, Determinism::kPerQuery, "As CURRENT_TIMESTAMP.", instant_kernel());
  add_clock(registry, "CURRENT_ROW_TIMESTAMP", instant, Determinism::kNonDeterministic,
            "The current instant, in batch queries too.", instant_kernel());
  add_clock(registry, "PROCTIME", instant.with_time_attribute(TimeAttribute::kProctime), Determinism::kNonDeterministic,
            "A processing-time attribute.", instant_kernel());
}

/// The value of a processing-time attribute is the time of looking at it.
void add_proctime_materialize(FunctionRegistry& registry) {
  FunctionTraits traits;
  traits.null_handling = NullHandling::kKernel;
  traits.determinism = Determinism::kNonDeterministic;
  registry.add(make_function("PROCTIME_MATERIALIZE", "The current instant of a processing-time attribute.",
                             {{{Family::kTimestamp}, always(DataType::timestamp_ltz(3))}},
                             make_row_kernel<int64_t>([](ResultCell cell, int64_t) {
                               cell.set(cell.context().now().value());
                             }),
                             traits));
}

Result<ResolvedCall> resolve_current_watermark(std::span<const DataType> types, std::span<const Value* const>) {
  constexpr std::string_view kSignatures =
      "CURRENT_WATERMARK(<TIMESTAMP_WITHOUT_TIME_ZONE *ROWTIME*>)\n"
      "CURRENT_WATERMARK(<TIMESTAMP_WITH_LOCAL_TIME_ZONE *ROWTIME*>)";
  if (types.size() != 1 || !types[0].is_timestamp()) {
    const std::string type = types.empty() ? "" : types[0].to_short_string();
    return invalid_call("CURRENT_WATERMARK", types, kSignatures,
                        "CURRENT_WATERMARK() must be called with a single rowtime attribute argument, but '" + type +
                            "' cannot be a time attribute.");
  }
  if (!types[0].is_rowtime()) {
    return invalid_call("CURRENT_WATERMARK", types, kSignatures,
                        "The argument of CURRENT_WATERMARK() must be a rowtime attribute, but was '" +
                            types[0].to_short_string() + "'.");
  }
  const DataType type = types[0].is(TypeRoot::kTimestampLtz) ? DataType::timestamp_ltz(3) : DataType::timestamp(3);
  return ResolvedCall{{types[0]}, type.with_nullable(true)};
}

void add_current_watermark(FunctionRegistry& registry) {
  ScalarFunction function;
  function.name = "CURRENT_WATERMARK";
  function.internal_name = "$CURRENT_WATERMARK$1";
  function.null_handling = NullHandling::kKernel;
  function.determinism = Determinism::kNonDeterministic;
  function.resolve = resolve_current_watermark;
  function.make_kernel = make_row_kernel<int64_t>([](ResultCell cell, int64_t) {
    const EventTime watermark = cell.context().watermark();
    if (watermark == kMinWatermark) return cell.set_null();
    cell.set(watermark.value());
  });
  function.help = "The watermark of the operator, NULL before the first.";
  registry.add(std::move(function));
}

}  // namespace

void register_current_time(FunctionRegistry& registry);
void register_current_time(FunctionRegistry& registry) {
  add_local_clocks(registry);
  add_instants(registry);
  add_proctime_materialize(registry);
  add_current_watermark(registry);
}

}  // namespace eddyline::expression
