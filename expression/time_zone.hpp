#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "common/base/status.hpp"

namespace eddyline::expression {

/// Turns instants into local time and back in one time zone; the implementation wraps the zone library in one source file.
/// Thread   any.
class TimeZone {
 public:
  virtual ~TimeZone() = default;
  virtual const std::string& name() const = 0;
  /// Milliseconds to add to an instant (ms since the epoch, UTC) to read local time.
  virtual int64_t offset_of_instant_ms(int64_t instant_ms) const = 0;
  /// The instant of a local time; in a gap the one as if the clock had not jumped yet, in an overlap the earlier.
  virtual int64_t instant_of_local_ms(int64_t local_ms) const = 0;
  /// The same, but in an overlap the later, as Java's calendars (not its java.time) read a local time.
  virtual int64_t later_instant_of_local_ms(int64_t local_ms) const = 0;
  /// "CET" or "CEST" at an instant; "GMT+05:30" for a fixed offset.
  virtual std::string abbreviation_at_ms(int64_t instant_ms) const = 0;
  /// True if the zone is at this offset in January or July of 2020.
  bool has_offset(int64_t offset_ms) const {
    constexpr int64_t kJanuary = 1578000000000;
    constexpr int64_t kJuly = 1594000000000;
    return offset_of_instant_ms(kJanuary) == offset_ms || offset_of_instant_ms(kJuly) == offset_ms;
  }
  /// The offset of a zone that has one at all times.
  virtual std::optional<int64_t> fixed_offset_ms() const { return std::nullopt; }
};

/// The zone of table.local-time-zone: a name of the zone database ("America/Los_Angeles"), a fixed offset ("UTC", "GMT-08:00",
/// "UTC+1", "+05:30", "Z"), or "default" for the machine's own zone.
/// Errors   kConfigurationError that names what is allowed.
Result<std::unique_ptr<TimeZone>> make_time_zone(const std::string& name);

/// Lives for ever.
const TimeZone& utc_time_zone();

}  // namespace eddyline::expression
