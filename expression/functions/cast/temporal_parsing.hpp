#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "common/base/status.hpp"
#include "expression/functions/kernel/calendar.hpp"

namespace eddyline::expression {

/// Days of 'yyyy[-M[-d]]'; what follows a blank is ignored, blanks around the parts too.
/// Source   DateTimeUtils.parseDate.
std::optional<int32_t> parse_date_text(std::string_view text);

/// Milliseconds of 'H[:m[:s[.fff]]]'. Only the last two digits of the hour count.
std::optional<int32_t> parse_time_text(std::string_view text);

/// Where and why a timestamp text is none.
struct TimestampFault {
  size_t index = 0;
  bool unparsed_rest = false;
};

/// 'yyyy-M-d[ H:m:s[.fffffffff]]'; days beyond the month's end are its last, 24:00:00 is the next day.
/// Source   DateTimeUtils.parseTimestampData.
std::optional<Instant> parse_timestamp_text(std::string_view text, TimestampFault* fault = nullptr);

Status date_error(std::string_view text);
Status time_error(std::string_view text);
Status timestamp_error(std::string_view text, const TimestampFault& fault);

}  // namespace eddyline::expression
