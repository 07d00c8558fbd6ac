// The only source that knows the zone library.

#include "expression/time_zone.hpp"

#include <absl/time/civil_time.h>
#include <absl/time/time.h>

#include <cctype>
#include <filesystem>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace eddyline::expression {
namespace {

constexpr int64_t kMillisPerSecond = 1000;

int64_t floor_to_seconds(int64_t ms) { return ms >= 0 ? ms / kMillisPerSecond : -((-ms + kMillisPerSecond - 1) / kMillisPerSecond); }

/// The same offset at all times: no look-up.
class FixedTimeZone final : public TimeZone {
 public:
  FixedTimeZone(std::string name, int64_t offset_ms) : name_(std::move(name)), offset_ms_(offset_ms) {}
  const std::string& name() const override { return name_; }
  int64_t offset_of_instant_ms(int64_t) const override { return offset_ms_; }
  int64_t instant_of_local_ms(int64_t local_ms) const override { return local_ms - offset_ms_; }
  int64_t later_instant_of_local_ms(int64_t local_ms) const override { return local_ms - offset_ms_; }
  std::optional<int64_t> fixed_offset_ms() const override { return offset_ms_; }
  std::string abbreviation_at_ms(int64_t) const override {
    if (offset_ms_ == 0) return name_ == "GMT" ? "GMT" : "UTC";
    const int64_t minutes = std::abs(offset_ms_) / kMillisPerSecond / 60;
    std::string text = offset_ms_ < 0 ? "GMT-" : "GMT+";
    for (const int64_t part : {minutes / 60, minutes % 60}) {
      if (text.size() > 4) text += ':';
      text += static_cast<char>('0' + part / 10);
      text += static_cast<char>('0' + part % 10);
    }
    return text;
  }

 private:
  std::string name_;
  int64_t offset_ms_;
};

class RegionTimeZone final : public TimeZone {
 public:
  RegionTimeZone(std::string name, absl::TimeZone zone) : name_(std::move(name)), zone_(zone) {}
  const std::string& name() const override { return name_; }

  int64_t offset_of_instant_ms(int64_t instant_ms) const override {
    return zone_.At(absl::FromUnixMillis(instant_ms)).offset * kMillisPerSecond;
  }

  int64_t instant_of_local_ms(int64_t local_ms) const override { return instant_of_local_ms(local_ms, false); }
  int64_t later_instant_of_local_ms(int64_t local_ms) const override { return instant_of_local_ms(local_ms, true); }
  std::string abbreviation_at_ms(int64_t instant_ms) const override {
    return zone_.At(absl::FromUnixMillis(instant_ms)).zone_abbr;
  }

 private:
  int64_t instant_of_local_ms(int64_t local_ms, bool later) const {
    const int64_t seconds = floor_to_seconds(local_ms);
    const absl::TimeZone::TimeInfo read = zone_.At(absl::CivilSecond(1970, 1, 1) + seconds);
    // `pre` is the earlier reading of an overlap, and in a gap the one of the offset before it.
    const bool post = later && read.kind == absl::TimeZone::TimeInfo::REPEATED;
    return absl::ToUnixSeconds(post ? read.post : read.pre) * kMillisPerSecond + (local_ms - seconds * kMillisPerSecond);
  }

  std::string name_;
  absl::TimeZone zone_;
};

/// Reads up to two digits, or none.
std::optional<int64_t> read_number(std::string_view& text) {
  size_t digits = 0;
  int64_t value = 0;
  while (digits < text.size() && digits < 2 && std::isdigit(static_cast<unsigned char>(text[digits]))) {
    value = value * 10 + (text[digits++] - '0');
  }
  text.remove_prefix(digits);
  if (digits == 0) return std::nullopt;
  return value;
}

/// "+5", "-08:00", "+05:30:15" in milliseconds; at most 18 hours, as Java's zone offsets.
std::optional<int64_t> read_offset(std::string_view text) {
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  const int64_t sign = text[0] == '-' ? -1 : 1;
  text.remove_prefix(1);
  int64_t seconds = 0;
  for (const int64_t unit : {3600, 60, 1}) {
    if (unit != 3600) {
      if (text.empty()) break;
      if (text[0] == ':') text.remove_prefix(1);
    }
    const auto number = read_number(text);
    if (!number || (unit != 3600 && *number > 59)) return std::nullopt;
    seconds += *number * unit;
  }
  if (!text.empty() || seconds > 18 * 3600) return std::nullopt;
  return sign * seconds * kMillisPerSecond;
}

std::optional<int64_t> fixed_offset(std::string_view name) {
  if (name == "Z") return 0;
  for (const std::string_view prefix : {"UTC", "GMT", "UT"}) {
    if (!name.starts_with(prefix)) continue;
    if (name.size() == prefix.size()) return 0;
    return read_offset(name.substr(prefix.size()));
  }
  return read_offset(name);
}

/// Zones of the system's time zone database. The zone library opens whatever it is asked for and remembers every name that is none, so
/// that it must only be asked for these: names also come from rows.
class ZoneNames {
 public:
  static bool contain(const std::string& name) {
    static const ZoneNames kNames;
    return kNames.names_.contains(name);
  }

 private:
  ZoneNames() {
    namespace fs = std::filesystem;
    const fs::path root = "/usr/share/zoneinfo";
    std::error_code error;
    for (fs::recursive_directory_iterator entry(root, error); !error && entry != fs::recursive_directory_iterator();
         entry.increment(error)) {
      const std::string name = entry->path().lexically_relative(root).string();
      // Copies of all zones, with and without leap seconds.
      if (name == "posix" || name == "right") {
        entry.disable_recursion_pending();
      } else if (entry->is_regular_file(error) && std::isupper(static_cast<unsigned char>(name[0])) != 0) {
        names_.insert(name);
      }
    }
  }

  std::unordered_set<std::string> names_;
};

}  // namespace

Result<std::unique_ptr<TimeZone>> make_time_zone(const std::string& name) {
  if (const auto offset = fixed_offset(name)) return std::make_unique<FixedTimeZone>(name, *offset);
  absl::TimeZone zone;
  if (name == "default") {
    zone = absl::LocalTimeZone();
    return std::make_unique<RegionTimeZone>(zone.name(), zone);
  }
  if (ZoneNames::contain(name) && absl::LoadTimeZone(name, &zone)) return std::make_unique<RegionTimeZone>(name, zone);
  return configuration_error(
      "Invalid time zone. The value should be a Time Zone Database (TZDB) ID such as "
      "'America/Los_Angeles' to include daylight saving time. Fixed offsets are supported using "
      "'GMT-03:00' or 'GMT+03:00'. Or use 'UTC' without time zone and daylight saving time.");
}

const TimeZone& utc_time_zone() {
  static const FixedTimeZone kUtc("UTC", 0);
  return kUtc;
}

}  // namespace eddyline::expression
