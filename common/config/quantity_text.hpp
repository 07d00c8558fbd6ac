#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/status.hpp"

namespace eddyline::internal {

// A whole number followed by a unit, in any case, with or without blanks between.

/// Bytes; units b, kb, mb, gb, tb and their spellings are powers of 1024; no unit means bytes.
Result<uint64_t> parse_memory_text(std::string_view text);
/// The largest unit that divides the count: "32 kb".
std::string format_memory_text(uint64_t bytes);

/// Nanoseconds; units d, h, min, s, ms, µs, ns and their spellings; no unit means milliseconds.
/// Errors   also when the duration is longer than 292 years, the most that an int64 of nanoseconds holds.
Result<int64_t> parse_duration_text(std::string_view text);
/// The largest unit that divides the duration: "200 ms", "1 min".
std::string format_duration_text(int64_t nanoseconds);

}  // namespace eddyline::internal
