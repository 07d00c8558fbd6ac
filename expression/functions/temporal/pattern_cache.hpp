#pragma once

#include <optional>
#include <string>

#include "expression/functions/temporal/date_time_pattern.hpp"

namespace eddyline::expression {

/// The pattern that a call site used last: mostly a literal, parsed once.
class LastDateTimePattern {
 public:
  const Result<DateTimePattern>& get(std::string_view text) {
    if (!pattern_ || text_ != text) {
      text_ = text;
      pattern_.emplace(DateTimePattern::parse(text));
    }
    return *pattern_;
  }

 private:
  std::string text_;
  std::optional<Result<DateTimePattern>> pattern_;
};

}  // namespace eddyline::expression
