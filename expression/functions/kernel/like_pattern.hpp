#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.hpp"

namespace eddyline::expression {

/// A pattern of LIKE, split into the texts between its wildcards: most need a comparison at one place only.
class LikePattern {
 public:
  LikePattern() = default;
  /// `escape` is one character; without one, a backslash before %, _ or itself escapes them and stands for itself elsewhere.
  /// Errors   kValidationError for an escape character before another character.
  static Result<LikePattern> parse(std::string_view pattern, std::string_view escape);

  bool matches(std::string_view text) const;

 private:
  /// One position: a text, one character of any kind, or any number of them.
  struct Part {
    enum class Kind : uint8_t { kText, kOne, kAny } kind;
    std::string text;
  };
  enum class Shape : uint8_t { kGeneral, kEqual, kPrefix, kSuffix, kContains };

  void add_text(std::string_view text);
  void add_wildcard(Part::Kind kind);
  void choose_shape();
  bool matches_from(std::string_view text) const;

  std::vector<Part> parts_;
  Shape shape_ = Shape::kEqual;
  std::string text_;
};

/// The regular expression that a pattern of SIMILAR TO means.
/// Errors   kValidationError for a broken pattern.
Result<std::string> similar_to_expression(std::string_view pattern, std::string_view escape);

}  // namespace eddyline::expression
