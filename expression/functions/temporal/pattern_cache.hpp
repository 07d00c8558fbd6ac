#pragma once

#include <optional>
#include <string>

#include "expression/functions/temporal/date_time_pattern.hpp"

namespace eddyline::expression {

/// The pattern that a call site used last: mostly a literal, parsed once.
class LastDateTimePattern {
 public:
  explicit LastDateTimePattern(PatternDialect dialect = PatternDialect::kDateTimeFormatter) : dialect_(dialect) {}

  const Result<DateTimePattern>& get(std::string_view text) {
    if (!pattern_ || text_ != text) {
      text_ = text;
      pattern_.emplace(DateTimePattern::parse(text, dialect_));
    }
    return *pattern_;
  }

 private:
  PatternDialect dialect_;
  std::string text_;
  std::optional<Result<DateTimePattern>> pattern_;
};

}  // namespace eddyline::expression
