#include "expression/functions/temporal/zone_pattern.hpp"

#include <algorithm>
#include <cctype>

namespace eddyline::expression {
namespace {

constexpr int64_t kMinuteMs = 60'000;
constexpr int64_t kMaxOffsetSeconds = 18 * 3600;

struct ZoneName {
  std::string_view abbreviation;
  std::string_view name;
  int offset_minutes;
};

// English names; where zones share an abbreviation, the one that Java finds first.
constexpr ZoneName kZoneNames[] = {
    {"PST", "Pacific Standard Time", -480},
    {"PDT", "Pacific Daylight Time", -420},
    {"MST", "Mountain Standard Time", -420},
    {"MDT", "Mountain Daylight Time", -360},
    {"CST", "Central Standard Time", -360},
    {"CDT", "Central Daylight Time", -300},
    {"EST", "Eastern Standard Time", -300},
    {"EDT", "Eastern Daylight Time", -240},
    {"AST", "Atlantic Standard Time", -240},
    {"ADT", "Atlantic Daylight Time", -180},
    {"AKST", "Alaska Standard Time", -540},
    {"AKDT", "Alaska Daylight Time", -480},
    {"HST", "Hawaii-Aleutian Standard Time", -600},
    {"UTC", "Coordinated Universal Time", 0},
    {"GMT", "Greenwich Mean Time", 0},
    {"BST", "British Summer Time", 60},
    {"WET", "Western European Standard Time", 0},
    {"WEST", "Western European Summer Time", 60},
    {"CET", "Central European Standard Time", 60},
    {"CEST", "Central European Summer Time", 120},
    {"EET", "Eastern European Standard Time", 120},
    {"EEST", "Eastern European Summer Time", 180},
    {"MSK", "Moscow Standard Time", 180},
    {"IST", "India Standard Time", 330},
    {"JST", "Japan Standard Time", 540},
    {"KST", "Korean Standard Time", 540},
    {"CST", "China Standard Time", 480},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && std::ranges::equal(text.substr(0, prefix.size()), prefix, [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
         });
}

std::optional<int64_t> read_two_digits(std::string_view text, size_t at) {
  if (at + 1 >= text.size() || !is_digit(text[at]) || !is_digit(text[at + 1])) return std::nullopt;
  return (text[at] - '0') * 10 + (text[at + 1] - '0');
}

/// What an offset looks like: which parts must be there, which may be, and how they are set apart.
struct OffsetShape {
  bool colon = false;
  bool minutes_needed = true;
  bool seconds = false;
  bool one_hour_digit = false;
};

/// "+02", "+0230", "+02:30:15" by shape, in milliseconds.
std::optional<int64_t> read_offset(std::string_view text, size_t& at, OffsetShape shape) {
  if (at >= text.size() || (text[at] != '+' && text[at] != '-')) return std::nullopt;
  const int64_t sign = text[at] == '-' ? -1 : 1;
  size_t next = at + 1;
  std::optional<int64_t> hours = read_two_digits(text, next);
  if (hours) {
    next += 2;
  } else if (shape.one_hour_digit && next < text.size() && is_digit(text[next])) {
    hours = text[next++] - '0';
  } else {
    return std::nullopt;
  }
  const auto part = [&]() -> std::optional<int64_t> {
    size_t start = next;
    if (shape.colon && (start >= text.size() || text[start++] != ':')) return std::nullopt;
    const std::optional<int64_t> value = read_two_digits(text, start);
    if (!value || *value > 59) return std::nullopt;
    next = start + 2;
    return value;
  };
  int64_t seconds = *hours * 3600;
  const std::optional<int64_t> minutes = part();
  if (!minutes && shape.minutes_needed) return std::nullopt;
  if (minutes) seconds += *minutes * 60;
  if (minutes && shape.seconds) seconds += part().value_or(0);
  at = next;
  return sign * seconds * 1000;
}

std::optional<int64_t> read_zone_name(std::string_view text, size_t& at, const TimeZone& session) {
  const std::string_view rest = text.substr(at);
  const ZoneName* best = nullptr;
  size_t length = 0;
  for (const ZoneName& zone : kZoneNames) {
    for (const std::string_view name : {zone.name, zone.abbreviation}) {
      if (!starts_with_ignoring_case(rest, name) || name.size() < length) continue;
      // CST is China's where the session is there.
      if (name.size() == length && !session.has_offset(zone.offset_minutes * kMinuteMs)) continue;
      best = &zone;
      length = name.size();
    }
  }
  if (best == nullptr) return std::nullopt;
  at += length;
  return best->offset_minutes * kMinuteMs;
}

/// No zone has a longer name.
constexpr size_t kZoneIdBytesMax = 50;

/// The longest text that names a zone: "Europe/Berlin", "UTC+2", "+05:30".
bool read_zone_id(std::string_view text, size_t& at) {
  size_t end = at;
  const auto belongs = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("/_+-:").find(c) != std::string_view::npos;
  };
  const size_t last = std::min(text.size(), at + kZoneIdBytesMax);
  while (end < last && belongs(text[end])) ++end;
  for (; end > at; --end) {
    const std::string name(text.substr(at, end - at));
    if (name == "default" || !make_time_zone(name).ok()) continue;
    at = end;
    return true;
  }
  return false;
}

bool read_formatter_zone(char letter, int count, std::string_view text, size_t& at, const TimeZone& session) {
  switch (letter) {
    case 'V':
      return read_zone_id(text, at);
    case 'z':
      return read_zone_name(text, at, session).has_value() || read_zone_id(text, at);
    case 'O':
    case 'Z':
      if (letter == 'O' || count == 4) {
        if (!text.substr(at).starts_with("GMT")) return false;
        at += 3;
        const OffsetShape shape{.colon = true, .minutes_needed = count == 4, .seconds = true, .one_hour_digit = count == 1};
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) return read_offset(text, at, shape).has_value();
        return true;
      }
      break;
    default:
      break;
  }
  if ((letter == 'X' || (letter == 'Z' && count == 5)) && at < text.size() && text[at] == 'Z') {
    ++at;
    return true;
  }
  const int form = letter == 'Z' ? (count == 5 ? 5 : 2) : count;
  const auto offset =
      read_offset(text, at, {.colon = form == 3 || form == 5, .minutes_needed = form > 1, .seconds = form >= 4});
  return offset && std::abs(*offset) <= kMaxOffsetSeconds * 1000;
}

std::optional<int64_t> read_simple_zone(char letter, int count, std::string_view text, size_t& at, const TimeZone& session) {
  constexpr int64_t kDayMs = 24 * 60 * kMinuteMs;
  std::optional<int64_t> offset;
  if (letter == 'X') {
    if (at < text.size() && text[at] == 'Z') {
      ++at;
      return 0;
    }
    if (count == 1) {
      const auto hours = at + 1 < text.size() ? read_two_digits(text, at + 1) : std::nullopt;
      if (!hours || (text[at] != '+' && text[at] != '-')) return std::nullopt;
      offset = (text[at] == '-' ? -1 : 1) * *hours * 60 * kMinuteMs;
      at += 3;
    } else {
      offset = read_offset(text, at, {.colon = count == 3});
    }
  } else if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
    offset = read_offset(text, at, {});
  } else if (starts_with_ignoring_case(text.substr(at), "GMT")) {
    at += 3;
    if (at == text.size() || (text[at] != '+' && text[at] != '-')) return 0;
    offset = read_offset(text, at, {.colon = true, .one_hour_digit = true});
  } else {
    offset = read_zone_name(text, at, session);
  }
  return offset && std::abs(*offset) < kDayMs ? offset : std::nullopt;
}

void append_two_digits(std::string& out, int64_t value) {
  out += static_cast<char>('0' + value / 10);
  out += static_cast<char>('0' + value % 10);
}

void append_offset(std::string& out, int64_t offset_ms, bool colon, bool minutes) {
  const int64_t total = std::abs(offset_ms) / kMinuteMs;
  out += offset_ms < 0 ? '-' : '+';
  append_two_digits(out, total / 60);
  if (!minutes) return;
  if (colon) out += ':';
  append_two_digits(out, total % 60);
}

}  // namespace

bool is_zone_letter(char letter) { return std::string_view("VzvOXxZ").find(letter) != std::string_view::npos; }

Status check_zone_letter(PatternDialect dialect, char letter, int count) {
  const std::string name(1, letter);
  if (dialect == PatternDialect::kSimpleDateFormat) {
    if (std::string_view("zZX").find(letter) == std::string_view::npos) {
      return data_error("Illegal pattern character '" + name + "'");
    }
    if (letter == 'X' && count > 3) return data_error("invalid ISO 8601 format: length=" + std::to_string(count));
    return {};
  }
  if (letter == 'v' && count != 1 && count != 4) return data_error("Wrong number of pattern letters: v");
  if (letter == 'v') return not_supported("generic zone names (pattern letter v)");
  if (letter == 'V' && count != 2) return data_error("Pattern letter count must be 2: V");
  if (letter == 'O' && count != 1 && count != 4) return data_error("Pattern letter count must be 1 or 4: O");
  if (count > (letter == 'z' ? 4 : 5)) return data_error("Too many pattern letters: " + name);
  return {};
}

Status append_zone(std::string& out, char letter, int count, const ZoneAtInstant& zone) {
  if (letter == 'X' && zone.offset_ms == 0) {
    out += 'Z';
    return {};
  }
  if (letter != 'z') {
    append_offset(out, zone.offset_ms, letter == 'X' && count == 3, letter == 'Z' || count > 1);
    return {};
  }
  const bool custom = zone.abbreviation.starts_with("GMT");
  const auto found = std::ranges::find_if(kZoneNames, [&](const ZoneName& name) {
    return name.abbreviation == zone.abbreviation && name.offset_minutes * kMinuteMs == zone.offset_ms;
  });
  if (found == std::end(kZoneNames) && !custom) return not_supported("the name of zone '" + zone.abbreviation + "' in a pattern");
  out += count >= 4 && found != std::end(kZoneNames) ? found->name : std::string_view(zone.abbreviation);
  return {};
}

bool read_zone(PatternDialect dialect, char letter, int count, std::string_view text, size_t& at, const TimeZone& session,
               std::optional<int64_t>& offset_ms) {
  if (dialect == PatternDialect::kDateTimeFormatter) return read_formatter_zone(letter, count, text, at, session);
  offset_ms = read_simple_zone(letter, count, text, at, session);
  return offset_ms.has_value();
}

}  // namespace eddyline::expression
