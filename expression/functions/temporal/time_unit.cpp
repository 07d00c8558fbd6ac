#include "expression/functions/temporal/time_unit.hpp"

#include <string>
#include <utility>

#include "expression/functions/kernel/calendar.hpp"

namespace eddyline::expression {

std::optional<TimeUnit> find_time_unit(std::string_view word) {
  constexpr std::pair<std::string_view, TimeUnit> kUnits[] = {
      {"MILLENNIUM", TimeUnit::kMillennium},   {"CENTURY", TimeUnit::kCentury},
      {"DECADE", TimeUnit::kDecade},           {"YEAR", TimeUnit::kYear},
      {"ISOYEAR", TimeUnit::kIsoYear},         {"QUARTER", TimeUnit::kQuarter},
      {"MONTH", TimeUnit::kMonth},             {"WEEK", TimeUnit::kWeek},
      {"DAY", TimeUnit::kDay},                 {"DOW", TimeUnit::kDayOfWeek},
      {"ISODOW", TimeUnit::kIsoDayOfWeek},     {"DOY", TimeUnit::kDayOfYear},
      {"HOUR", TimeUnit::kHour},               {"MINUTE", TimeUnit::kMinute},
      {"SECOND", TimeUnit::kSecond},           {"MILLISECOND", TimeUnit::kMillisecond},
      {"MICROSECOND", TimeUnit::kMicrosecond}, {"NANOSECOND", TimeUnit::kNanosecond},
      {"EPOCH", TimeUnit::kEpoch}};
  for (const auto& [name, unit] : kUnits) {
    if (name == word) return unit;
    // Plural words name the unit too.
    if (word.size() == name.size() + 1 && word.starts_with(name) && word.back() == 'S') return unit;
  }
  if (word.starts_with("SQL_TSI_")) return find_time_unit(word.substr(8));
  return std::nullopt;
}

Result<TimeUnit> time_unit_of(std::string_view word) {
  if (const std::optional<TimeUnit> unit = find_time_unit(word)) return *unit;
  return validation_error("'" + std::string(word) + "' is not a valid time unit");
}

int64_t unit_milliseconds(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kWeek:
      return 7 * kMillisecondsPerDay;
    case TimeUnit::kDay:
      return kMillisecondsPerDay;
    case TimeUnit::kHour:
      return kMillisecondsPerHour;
    case TimeUnit::kMinute:
      return kMillisecondsPerMinute;
    case TimeUnit::kSecond:
      return kMillisecondsPerSecond;
    case TimeUnit::kMillisecond:
      return 1;
    default:
      return 0;
  }
}

int64_t unit_months(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kMillennium:
      return 12'000;
    case TimeUnit::kCentury:
      return 1'200;
    case TimeUnit::kDecade:
      return 120;
    case TimeUnit::kYear:
      return 12;
    case TimeUnit::kQuarter:
      return 3;
    case TimeUnit::kMonth:
      return 1;
    default:
      return 0;
  }
}

}  // namespace eddyline::expression
