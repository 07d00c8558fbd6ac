#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace eddyline::expression {

/// Why a pattern has no program: broken, or of Java's syntax but beyond this engine (look-around, back references).
enum class PatternFault : uint8_t { kNone, kInvalid, kUnsupported };

/// A compiled regular expression in Java's syntax, as far as linear-time matching goes.
class RegularExpression {
 public:
  struct Match {
    size_t start = 0;
    size_t end = 0;
    bool found = false;
  };

  explicit RegularExpression(std::string_view pattern);
  ~RegularExpression();
  RegularExpression(const RegularExpression&) = delete;
  RegularExpression& operator=(const RegularExpression&) = delete;

  PatternFault fault() const { return fault_; }
  size_t group_count() const;
  /// True if the whole text matches.
  bool matches(std::string_view text) const;
  /// The first match from a byte offset on: group `group` of it; not found if the group took no part.
  Match find(std::string_view text, size_t from = 0, size_t group = 0, Match* whole = nullptr) const;

 private:
  struct Program;
  std::unique_ptr<Program> program_;
  PatternFault fault_ = PatternFault::kNone;
};

/// Calls visit(match) for every match from left to right as Java's Matcher.find: after an empty match one character is stepped over.
/// Stops when visit gives false.
template <class Visit>
void for_each_match(const RegularExpression& expression, std::string_view text, Visit&& visit) {
  size_t from = 0;
  while (from <= text.size()) {
    const RegularExpression::Match match = expression.find(text, from);
    if (!match.found) return;
    if (!visit(match)) return;
    from = match.end;
    if (match.start == match.end) {
      ++from;
      while (from < text.size() && (text[from] & 0xc0) == 0x80) ++from;
    }
  }
}

/// Compiled patterns of one call site by their text; patterns are mostly literals, so there are few.
class PatternCache {
 public:
  const RegularExpression& get(std::string_view pattern);

 private:
  static constexpr size_t kMaxPatterns = 64;
  std::unordered_map<std::string, std::unique_ptr<RegularExpression>> patterns_;
  std::string last_text_;
  const RegularExpression* last_ = nullptr;
};

}  // namespace eddyline::expression
