#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "common/base/status.hpp"

namespace eddyline::expression {

/// Units of EXTRACT, FLOOR and CEIL TO, TIMESTAMPADD and TIMESTAMPDIFF.
enum class TimeUnit : uint8_t {
  kMillennium, kCentury, kDecade, kYear, kIsoYear, kQuarter, kMonth, kWeek, kDay, kDayOfWeek, kIsoDayOfWeek, kDayOfYear,
  kHour, kMinute, kSecond, kMillisecond, kMicrosecond, kNanosecond, kEpoch,
};

/// By its word in SQL, upper case: "DOW"; none if there is no such unit.
std::optional<TimeUnit> find_time_unit(std::string_view word);

/// The unit an operand names.
/// Errors   "'X' is not a valid time unit".
Result<TimeUnit> time_unit_of(std::string_view word);

/// Milliseconds of one WEEK or less; 0 for months and more and below a millisecond.
int64_t unit_milliseconds(TimeUnit unit);
/// Months of one MONTH or more; 0 for shorter units.
int64_t unit_months(TimeUnit unit);

}  // namespace eddyline::expression
