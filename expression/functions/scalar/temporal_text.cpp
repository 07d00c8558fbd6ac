// Points in time and text: DATE_FORMAT, TO_DATE, TO_TIMESTAMP, TO_TIMESTAMP_LTZ, UNIX_TIMESTAMP, FROM_UNIXTIME, CONVERT_TZ.
#include <cmath>
#include <limits>

#include "expression/functions/cast/temporal_parsing.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/zone_clock.hpp"
#include "expression/functions/temporal/date_time_pattern.hpp"
#include "expression/functions/temporal/java_timestamp_text.hpp"
#include "expression/functions/temporal/pattern_cache.hpp"
#include "expression/functions/temporal/simple_date_pattern.hpp"

namespace eddyline::expression {
namespace {

using Text = std::string_view;
constexpr std::string_view kDefaultPattern = "yyyy-MM-dd HH:mm:ss";
/// Instants from year 0 to 9999, in milliseconds.
constexpr int64_t kFirstInstant = -62167219200000;
constexpr int64_t kLastInstant = 253402300799999;

FunctionTraits may_be_null() {
  FunctionTraits traits;
  traits.may_be_null = true;
  return traits;
}

/// Calls use(pattern), or fails the row with what is wrong with the pattern.
template <class Pattern, class Use>
void with_pattern(ResultCell& cell, LastPattern<Pattern>& last, Text text, Use&& use) {
  const Result<Pattern>& pattern = last.get(text);
  if (!pattern.ok()) return cell.fail(pattern.status());
  use(*pattern);
}

void set_formatted(ResultCell& cell, const Status& done, const std::string& text) {
  done.ok() ? cell.set(Text(text)) : cell.fail(done);
}

/// The time in a text; years of two digits depend on the present.
std::optional<SimpleDatePattern::ReadTime> read_simple(ResultCell& cell, const SimpleDatePattern& pattern, Text text,
                                                       const TimeZone& zone) {
  return pattern.read(text, zone, cell.context().now().value());
}

template <class T>
std::unique_ptr<Kernel> format_timestamps(const DataType& type) {
  const bool zoned = type.is(TypeRoot::kTimestampLtz);
  return row_kernel<T, Text>([zoned, precision = type.precision(), last = LastPattern<DateTimePattern>(), scratch = std::string()](
                                 ResultCell cell, T value, Text format) mutable {
    with_pattern(cell, last, format, [&](const DateTimePattern& pattern) {
      Instant local = to_instant(value, precision);
      if (zoned) local.millisecond = ZoneClock(cell.context().time_zone()).local_of_instant(local.millisecond);
      scratch.clear();
      set_formatted(cell, pattern.format(local, scratch), scratch);
    });
  });
}

std::unique_ptr<Kernel> format_texts() {
  return row_kernel<Text, Text>([source = SimpleDatePattern::parse(kDefaultPattern).value(), last = LastPattern<SimpleDatePattern>(),
                                 scratch = std::string()](ResultCell cell, Text text, Text format) mutable {
    const auto read = read_simple(cell, source, text, utc_time_zone());
    if (!read) return cell.set_null();
    with_pattern(cell, last, format, [&](const SimpleDatePattern& pattern) {
      scratch.clear();
      set_formatted(cell, pattern.format(read->local_ms, scratch, {0, "UTC"}), scratch);
    });
  });
}

void add_date_format(FunctionRegistry& registry) {
  registry.add(make_function("DATE_FORMAT", "The point in time in a pattern of Java's DateTimeFormatter; that in a text in one of SimpleDateFormat.",
                             {{{Family::kTimestamp, Family::kCharacter}, always(DataType::string())},
                              {{Family::kCharacter, Family::kCharacter}, always(DataType::string())}},
                             [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
                               const DataType& type = site.operand_types[0];
                               if (type.is_character()) return format_texts();
                               if (type.physical_type() == PhysicalType::kInt128) return format_timestamps<int128_t>(type);
                               return format_timestamps<int64_t>(type);
                             },
                             may_be_null()));
}

/// A text that does not follow the pattern is read as Java does.
Result<std::optional<Instant>> read_timestamp(const DateTimePattern& pattern, Text text) {
  ASSIGN_OR_RETURN(const std::optional<Instant> read, pattern.read(text, utc_time_zone()));
  if (read) return read;
  const std::optional<int64_t> millisecond = read_java_timestamp(text);
  return millisecond ? std::optional(Instant{.millisecond = *millisecond, .nanosecond = 0}) : std::nullopt;
}

/// The time in a text. No time where there is none, or where the pattern is none; a pattern that is not supported yet fails the row.
std::optional<Instant> read_timestamp(ResultCell& cell, LastPattern<DateTimePattern>& last, Text text, Text format,
                                      bool fail_on_missing_days) {
  const Result<DateTimePattern>& pattern = last.get(format);
  const auto read = pattern.ok() ? read_timestamp(*pattern, text) : Result<std::optional<Instant>>(pattern.status());
  if (read.ok()) return *read;
  if (read.status().code() == ErrorCode::kNotSupported || (pattern.ok() && fail_on_missing_days)) cell.fail(read.status());
  return std::nullopt;
}

void set_millisecond(ResultCell& cell, const std::optional<Instant>& instant) {
  if (!instant) return cell.set_null();
  cell.set(instant->millisecond);
}

void add_to_timestamp(FunctionRegistry& registry) {
  const DataType type = DataType::timestamp(3);
  registry.add(make_function(
      "TO_TIMESTAMP", "The TIMESTAMP(3) that a text names, NULL if it names none.",
      {{{Family::kCharacter}, always(type)}, {{Family::kCharacter, Family::kCharacter}, always(type)}},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        if (site.operand_types.size() == 1) {
          return row_kernel<Text>([](ResultCell cell, Text text) { set_millisecond(cell, parse_timestamp_text(text)); });
        }
        return row_kernel<Text, Text>([last = LastPattern<DateTimePattern>()](ResultCell cell, Text text, Text format) mutable {
          set_millisecond(cell, read_timestamp(cell, last, text, format, false));
        });
      },
      may_be_null()));
}

void add_to_date(FunctionRegistry& registry) {
  registry.add(make_function(
      "TO_DATE", "The DATE that a text names, NULL if it names none.",
      {{{Family::kCharacter}, always(DataType::date())}, {{Family::kCharacter, Family::kCharacter}, always(DataType::date())}},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        if (site.operand_types.size() == 1) {
          return row_kernel<Text>([](ResultCell cell, Text text) {
            const auto day = parse_date_text(text);
            day ? cell.set(*day) : cell.set_null();
          });
        }
        return row_kernel<Text, Text>([last = LastPattern<SimpleDatePattern>()](ResultCell cell, Text text, Text format) mutable {
          with_pattern(cell, last, format, [&](const SimpleDatePattern& pattern) {
            const auto read = read_simple(cell, pattern, text, utc_time_zone());
            if (!read) return cell.set_null();
            // The day in UTC.
            cell.set(static_cast<int32_t>(day_of_millisecond(read->local_ms - read->offset_ms.value_or(0))));
          });
        });
      },
      may_be_null()));
}

/// Instants of numbers: seconds or milliseconds; outside years 0 to 9999 NULL.
void set_instant(ResultCell& cell, int128_t millisecond) {
  if (millisecond < kFirstInstant || millisecond > kLastInstant) return cell.set_null();
  cell.set(static_cast<int64_t>(millisecond));
}

std::unique_ptr<Kernel> instants_of_integers(bool seconds) {
  return row_kernel<int64_t>(
      [seconds](ResultCell cell, int64_t value) { set_instant(cell, int128_t{value} * (seconds ? 1000 : 1)); });
}

std::unique_ptr<Kernel> instants_of_reals(bool seconds) {
  return row_kernel<double>([seconds](ResultCell cell, double value) {
    const double millisecond = seconds ? value * 1000 : value;
    if (!(std::fabs(millisecond) < 1e18)) return cell.set_null();
    set_instant(cell, static_cast<int64_t>(millisecond));
  });
}

/// Text in a zone, UTC unless another is named.
std::unique_ptr<Kernel> instants_of_texts(size_t arguments) {
  if (arguments == 1) {
    return row_kernel<Text>([](ResultCell cell, Text text) { set_millisecond(cell, parse_timestamp_text(text)); });
  }
  if (arguments == 2) {
    return row_kernel<Text, Text>([last = LastPattern<DateTimePattern>()](ResultCell cell, Text text, Text format) mutable {
      set_millisecond(cell, read_timestamp(cell, last, text, format, true));
    });
  }
  return row_kernel<Text, Text, Text>([last = LastPattern<DateTimePattern>()](ResultCell cell, Text text, Text format,
                                                                              Text zone_name) mutable {
    std::optional<Instant> instant = read_timestamp(cell, last, text, format, true);
    const auto zone = make_time_zone(std::string(zone_name));
    if (!zone.ok()) return cell.set_null();
    if (instant) instant->millisecond = (*zone)->instant_of_local_ms(instant->millisecond);
    set_millisecond(cell, instant);
  });
}

Result<std::unique_ptr<Kernel>> make_to_timestamp_ltz(const CallSite& site) {
  const DataType& type = site.operand_types[0];
  if (type.is_character()) return instants_of_texts(site.operand_types.size());
  bool seconds = false;
  if (site.operand_types.size() == 2) {
    const Value* precision = site.literals[1];
    if (precision == nullptr || precision->is_null()) return not_supported("TO_TIMESTAMP_LTZ with a precision that is no literal");
    seconds = precision->as_integer() == 0;
  }
  if (type.is(TypeRoot::kBigint)) return instants_of_integers(seconds);
  return instants_of_reals(seconds);
}

Result<ResolvedCall> resolve_to_timestamp_ltz(std::span<const DataType> types, std::span<const Value* const> literals) {
  if (types.empty() || types.size() > 3) return wrong_argument_count("TO_TIMESTAMP_LTZ", "1 to 3");
  std::vector<DataType> operands(types.begin(), types.end());
  const bool numeric = types[0].is_numeric() || types[0].is(TypeRoot::kNull);
  if (numeric && types.size() <= 2) {
    operands[0] = types[0].is_integer() || types[0].is(TypeRoot::kNull) ? DataType::bigint() : DataType::double_();
    if (types.size() == 2) operands[1] = DataType::integer();
    const bool known = types.size() == 2 && literals[1] != nullptr && !literals[1]->is_null() && types[1].is_integer();
    if (known && literals[1]->as_integer() != 0 && literals[1]->as_integer() != 3) {
      return validation_error("The precision value '" + eddyline::to_string(literals[1]->as_integer()) +
                              "' for function TO_TIMESTAMP_LTZ(numeric, precision) is unsupported, the supported value is "
                              "'0' for second or '3' for millisecond.");
    }
    if (types.size() == 1 || types[1].is_integer()) return ResolvedCall{std::move(operands), DataType::timestamp_ltz(3), true};
  }
  if (types.size() >= 2 && types[1].is_character() && literals[1] != nullptr && !literals[1]->is_null()) {
    const auto pattern = DateTimePattern::parse(literals[1]->as_string());
    if (!pattern.ok() && pattern.status().code() != ErrorCode::kNotSupported) {
      return validation_error("Invalid pattern for parsing TIMESTAMP_LTZ: " + pattern.status().message());
    }
  }
  for (DataType& operand : operands) {
    if (operand.is(TypeRoot::kNull)) operand = DataType::string();
    if (!operand.is_character()) {
      return invalid_call("TO_TIMESTAMP_LTZ", types,
                          "TO_TIMESTAMP_LTZ(value <NUMERIC>)\nTO_TIMESTAMP_LTZ(value <NUMERIC>, precision <INTEGER>)\n"
                          "TO_TIMESTAMP_LTZ(timestamp <CHARACTER_STRING>)\n"
                          "TO_TIMESTAMP_LTZ(timestamp <CHARACTER_STRING>, format <CHARACTER_STRING>)\n"
                          "TO_TIMESTAMP_LTZ(timestamp <CHARACTER_STRING>, format <CHARACTER_STRING>, timezone "
                          "<CHARACTER_STRING>)",
                          "");
    }
  }
  return ResolvedCall{std::move(operands), DataType::timestamp_ltz(3), true};
}

void add_to_timestamp_ltz(FunctionRegistry& registry) {
  ScalarFunction function = make_function("TO_TIMESTAMP_LTZ", "The instant of a number of seconds or milliseconds, or of a text.", {},
                                          make_to_timestamp_ltz);
  function.resolve = resolve_to_timestamp_ltz;
  registry.add(std::move(function));
}

/// Seconds since 1970 of a text in the session time zone; the least BIGINT if it is no time.
void set_unix_time(ResultCell& cell, const SimpleDatePattern& pattern, Text text) {
  const TimeZone& zone = cell.context().time_zone();
  const auto read = read_simple(cell, pattern, text, zone);
  if (!read) return cell.set(std::numeric_limits<int64_t>::min());
  const int64_t local = read->local_ms;
  const int64_t instant = read->offset_ms ? local - *read->offset_ms : ZoneClock(zone).later_instant_of_local(local);
  // Toward zero, also before 1970.
  cell.set(instant / kMillisecondsPerSecond);
}

void add_unix_timestamp(FunctionRegistry& registry) {
  const DataType type = DataType::bigint();
  ScalarFunction function = make_function(
      "UNIX_TIMESTAMP", "Seconds since 1970, now or of a text in the session time zone.",
      {{{}, always(type)}, {{Family::kCharacter}, always(type)}, {{Family::kCharacter, Family::kCharacter}, always(type)}},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        if (site.operand_types.empty()) {
          return row_kernel<>([](ResultCell cell) { cell.set(floor_divide(cell.context().now().value(), int64_t{1000})); });
        }
        if (site.operand_types.size() == 1) {
          return row_kernel<Text>([pattern = SimpleDatePattern::parse(kDefaultPattern).value()](ResultCell cell, Text text) {
            set_unix_time(cell, pattern, text);
          });
        }
        return row_kernel<Text, Text>([last = LastPattern<SimpleDatePattern>()](ResultCell cell, Text text, Text format) mutable {
          with_pattern(cell, last, format, [&](const SimpleDatePattern& pattern) { set_unix_time(cell, pattern, text); });
        });
      });
  function.determinism = Determinism::kNonDeterministic;
  registry.add(std::move(function));
}

void set_from_unix_time(ResultCell& cell, const SimpleDatePattern& pattern, int64_t seconds, std::string& scratch) {
  const TimeZone& zone = cell.context().time_zone();
  const int64_t instant = seconds * kMillisecondsPerSecond;
  const int64_t local = ZoneClock(zone).local_of_instant(instant);
  ZoneAtInstant at{local - instant, {}};
  if (pattern.has_zone()) at.abbreviation = zone.abbreviation_at_ms(instant);
  scratch.clear();
  set_formatted(cell, pattern.format(local, scratch, at), scratch);
}

void add_from_unixtime(FunctionRegistry& registry) {
  registry.add(make_function(
      "FROM_UNIXTIME", "The text of seconds since 1970 in the session time zone.",
      {{{Family::kInteger}, always(DataType::string())},
       {{Family::kInteger, Family::kCharacter}, always(DataType::string())}},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        if (site.operand_types.size() == 1) {
          return row_kernel<int64_t>([pattern = SimpleDatePattern::parse(kDefaultPattern).value(), scratch = std::string()](
                                         ResultCell cell, int64_t seconds) mutable {
            set_from_unix_time(cell, pattern, seconds, scratch);
          });
        }
        return row_kernel<int64_t, Text>([last = LastPattern<SimpleDatePattern>(), scratch = std::string()](
                                             ResultCell cell, int64_t seconds, Text format) mutable {
          with_pattern(cell, last, format, [&](const SimpleDatePattern& pattern) {
            set_from_unix_time(cell, pattern, seconds, scratch);
          });
        });
      },
      may_be_null()));
}

/// Local time of one zone as local time of another; zones that do not exist are UTC, as in Java.
struct ConvertZoneRow {
  SimpleDatePattern pattern = SimpleDatePattern::parse(kDefaultPattern).value();
  std::string names[2];
  std::shared_ptr<const TimeZone> zones[2];
  std::string scratch;

  const TimeZone& zone(size_t index, Text name) {
    if (zones[index] == nullptr || names[index] != name) {
      names[index] = name;
      auto found = make_time_zone(names[index]);
      zones[index] = std::move(found.ok() ? std::move(found) : make_time_zone("UTC")).value();
    }
    return *zones[index];
  }

  void operator()(ResultCell cell, Text text, Text from, Text to) {
    const auto read = read_simple(cell, pattern, text, utc_time_zone());
    if (!read) return cell.set_null();
    const int64_t instant = zone(0, from).later_instant_of_local_ms(read->local_ms);
    const int64_t offset = zone(1, to).offset_of_instant_ms(instant);
    scratch.clear();
    set_formatted(cell, pattern.format(instant + offset, scratch, {offset, {}}), scratch);
  }
};

}  // namespace

void register_temporal_text(FunctionRegistry& registry);
void register_temporal_text(FunctionRegistry& registry) {
  add_date_format(registry);
  add_to_timestamp(registry);
  add_to_date(registry);
  add_to_timestamp_ltz(registry);
  add_unix_timestamp(registry);
  add_from_unixtime(registry);
  registry.add(make_function("CONVERT_TZ", "A local time of one time zone as that of another.",
                             {{{Family::kCharacter, Family::kCharacter, Family::kCharacter}, always(DataType::string())}},
                             make_row_kernel<Text, Text, Text>(ConvertZoneRow()), may_be_null()));
}

}  // namespace eddyline::expression
