#pragma once

#include <optional>
#include <string>

#include "common/base/status.hpp"

namespace eddyline::expression {

/// The pattern that a call site used last: mostly a literal, parsed once. Pattern has a `parse` from text.
template <class Pattern>
class LastPattern {
 public:
  const Result<Pattern>& get(std::string_view text) {
    if (!pattern_ || text_ != text) {
      text_ = text;
      pattern_.emplace(Pattern::parse(text));
    }
    return *pattern_;
  }

 private:
  std::string text_;
  std::optional<Result<Pattern>> pattern_;
};

}  // namespace eddyline::expression
