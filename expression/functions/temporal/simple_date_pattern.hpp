#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.hpp"
#include "expression/functions/temporal/java_calendar.hpp"
#include "expression/functions/temporal/zone_pattern.hpp"

namespace eddyline::expression {

/// A pattern of Java's SimpleDateFormat in English, lenient: G y Y M L w W D d F E u a H k K h m s S z Z X, quoted text, other
/// characters. What FROM_UNIXTIME, UNIX_TIMESTAMP, TO_DATE, CONVERT_TZ and DATE_FORMAT of a text take.
class SimpleDatePattern {
 public:
  /// Errors   "Illegal pattern character 'b'", "Unterminated quote".
  static Result<SimpleDatePattern> parse(std::string_view pattern);

  bool has_zone() const { return has_zone_; }
  /// `zone`: what zone letters print.
  /// Errors   a zone without known name.
  Status format(int64_t local_ms, std::string& out, const ZoneAtInstant& zone) const;

  /// A local time, and the offset that stands in the text beside it.
  struct ReadTime {
    int64_t local_ms = 0;
    std::optional<int64_t> offset_ms;
  };
  /// The time at the beginning of the text. Years of two digits lie in the hundred years that began 80 years before `now_ms`.
  /// `session`: see read_zone.
  std::optional<ReadTime> read(std::string_view text, const TimeZone& session, int64_t now_ms) const;

 private:
  struct Element {
    char letter;  // 0 for text
    int count;
    std::string text;
  };

  bool is_number(size_t index) const;
  void add_text(char c);
  Status add_letters(char letter, int count);

  std::vector<Element> elements_;
  bool has_zone_ = false;
};

}  // namespace eddyline::expression
