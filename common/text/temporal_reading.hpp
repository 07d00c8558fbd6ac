#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "common/base/int128.hpp"
#include "common/text/temporal_text.hpp"

namespace eddyline {

// Readers of just what write_date, write_time_sql and write_timestamp_sql write; nothing for any other text. What users write is
// read by CAST.

/// Days since 1970-01-01.
std::optional<int64_t> read_date(std::string_view text);
/// Nanoseconds of the day.
std::optional<int64_t> read_time_sql(std::string_view text);
std::optional<DayTime> read_timestamp_sql(std::string_view text);

/// The value of a TIMESTAMP column of the precision, finer digits cut: the inverse of split_timestamp.
int128_t join_timestamp(DayTime time, int32_t precision);

}  // namespace eddyline
