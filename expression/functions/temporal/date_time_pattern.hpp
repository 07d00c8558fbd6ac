#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.hpp"
#include "expression/functions/kernel/calendar.hpp"
#include "expression/functions/temporal/zone_pattern.hpp"

namespace eddyline::expression {

/// A pattern of Java's DateTimeFormatter, for local dates and times, in English.
///
/// Formats   y u Y M L d D E e c w W F Q q G H h K k m s S A n N a, quoted text, other characters.
/// Reads     y u M L d D E H h K k m s S a, and zones.
class DateTimePattern {
 public:
  /// How exactly a text must follow the pattern: kExact as DateTimeFormatter, kLenient as SimpleDateFormat (numbers of any length,
  /// text behind the end ignored, fields carried over).
  enum class Reading : uint8_t { kExact, kLenient };

  /// Errors   "Unknown pattern letter: b" and the like.
  static Result<DateTimePattern> parse(std::string_view pattern, PatternDialect dialect = PatternDialect::kDateTimeFormatter);

  /// `zone`: what zone letters print.
  /// Errors   a zone letter without zone, "Unable to extract ZoneId from temporal"; a zone without known name.
  Status format(Instant local, std::string& out, const ZoneAtInstant* zone = nullptr) const;
  bool has_zone() const { return has_zone_; }

  /// A local time, and the offset that stands in the text beside it.
  struct ReadTime {
    Instant local;
    std::optional<int64_t> offset_ms;
  };
  /// The time in the text; fields that the pattern does not name are those of 1970-01-01 00:00:00. `session`: see read_zone.
  std::optional<ReadTime> read(std::string_view text, Reading reading, const TimeZone& session) const;

 private:
  struct Element {
    char letter;  // 0 for text
    int count;
    std::string text;
  };
  struct Fields;

  bool read_number(const Element& element, size_t index, std::string_view text, size_t& at, Reading reading,
                   Fields& fields) const;
  static bool read_name(const Element& element, std::string_view text, size_t& at, Fields& fields);
  int digits_behind(size_t index) const;

  std::vector<Element> elements_;
  PatternDialect dialect_ = PatternDialect::kDateTimeFormatter;
  bool has_zone_ = false;
};

}  // namespace eddyline::expression
