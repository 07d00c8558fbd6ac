#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.hpp"
#include "expression/functions/temporal/date_time_fields.hpp"
#include "expression/time_zone.hpp"

namespace eddyline::expression {

/// A pattern of java.time's DateTimeFormatter in English, strict, for local times. What DATE_FORMAT of a timestamp, TO_TIMESTAMP and
/// TO_TIMESTAMP_LTZ take.
///
/// Letters   G y u Y M L w W D d F E e c Q q g a B h H k K m s S A n N, p to pad, [ ] for what may be absent; zones V z O X x Z are read.
class DateTimePattern {
 public:
  /// Errors   "Unknown pattern letter: b", "Too many pattern letters: H" and the like.
  static Result<DateTimePattern> parse(std::string_view pattern);

  /// Errors   a zone outside of [ ]; what is wider than its padding.
  Status format(Instant local, std::string& out) const;

  /// The time in the text, nothing if it does not follow the pattern. `session`: see read_zone.
  /// Errors   see DateTimeFields::local_time; the day period of letter B is not supported.
  Result<std::optional<Instant>> read(std::string_view text, const TimeZone& session) const;

 private:
  friend class DateTimePatternParser;

  enum class Kind : uint8_t { kText, kNumber, kName, kFraction, kDayPeriod, kZone, kOptional, kEndOptional };
  enum class Sign : uint8_t { kNone, kMinus, kPlusWhenWide };
  struct Element {
    Kind kind = Kind::kText;
    DateTimeField field = DateTimeField::kCount;
    char letter = 0;
    int count = 0;  // of letters
    int least = 0;  // digits
    int most = 0;
    Sign sign = Sign::kNone;
    int digits_behind = 0;  // of numbers of fixed width that follow at once
    bool two_digit_year = false;
    size_t pad = 0;
    size_t end = 0;  // of a kOptional: its kEndOptional
    std::string text;
  };

  Status format_range(size_t begin, size_t end, int64_t day, int64_t nano_of_day, std::string& out) const;
  static Status format_element(const Element& element, int64_t day, int64_t nano_of_day, std::string& out);
  bool read_range(size_t begin, size_t end, std::string_view text, const TimeZone& session, size_t& at, DateTimeFields& fields) const;
  static bool read_element(const Element& element, std::string_view text, const TimeZone& session, size_t& at, DateTimeFields& fields);
  static bool read_number(const Element& element, std::string_view text, size_t& at, DateTimeFields& fields);
  static bool read_fraction(const Element& element, std::string_view text, size_t& at, DateTimeFields& fields);
  static bool read_name(const Element& element, std::string_view text, size_t& at, DateTimeFields& fields);

  std::vector<Element> elements_;
};

}  // namespace eddyline::expression
