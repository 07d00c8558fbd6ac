#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace eddyline::expression {

/// Milliseconds since 1970-01-01 of a text as java.sql reads it where it does not follow the format of TO_TIMESTAMP: 'yyyy-M-d', and
/// with a blank in it 'yyyy-M-d H:m:s[.fffffffff]', where hours, minutes and seconds carry over and the days of a month go to 31.
/// The calendar is Julian before 15 October 1582; with a time, a day that only that calendar has is none.
/// Source   java.sql.Timestamp.valueOf and java.sql.Date.valueOf, as Flink's DateTimeUtils falls back to them.
std::optional<int64_t> read_java_timestamp(std::string_view text);

}  // namespace eddyline::expression
