#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/status.hpp"
#include "expression/time_zone.hpp"

namespace eddyline::expression {

/// Whose patterns: Java's DateTimeFormatter (V z O X x Z name a zone) or its SimpleDateFormat (z Z X).
enum class PatternDialect : uint8_t { kDateTimeFormatter, kSimpleDateFormat };

/// What a zone letter prints: the zone at one instant.
struct ZoneAtInstant {
  int64_t offset_ms = 0;
  std::string abbreviation;
};

/// True if the letter, in either dialect, is one of a zone.
bool is_zone_letter(char letter);

/// Errors   a letter or count that the dialect does not know, in Java's words.
Status check_zone_letter(PatternDialect dialect, char letter, int count);

/// Appends the zone in a pattern of SimpleDateFormat.
/// Errors   a long name that is not known here.
Status append_zone(std::string& out, char letter, int count, const ZoneAtInstant& zone);

/// Reads the zone at `at` and moves behind it; false if there is none. `offset_ms`: what SimpleDateFormat takes the time for; left
/// alone for DateTimeFormatter, whose local time does not depend on it. `session`: its own names go before those of other zones.
bool read_zone(PatternDialect dialect, char letter, int count, std::string_view text, size_t& at, const TimeZone& session,
               std::optional<int64_t>& offset_ms);

}  // namespace eddyline::expression
