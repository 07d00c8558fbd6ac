// The only source that knows the regular expression library.
#include "expression/functions/kernel/regular_expression.hpp"

#include <re2/re2.h>

#include <vector>

namespace eddyline::expression {
namespace {

/// Java syntax that needs backtracking.
bool needs_backtracking(std::string_view pattern) {
  for (const std::string_view part : {"(?=", "(?!", "(?<=", "(?<!", "(?>", "*+", "++", "?+"}) {
    if (pattern.find(part) != std::string_view::npos) return true;
  }
  for (size_t i = 0; i + 1 < pattern.size(); ++i) {
    if (pattern[i] != '\\') continue;
    if (pattern[i + 1] >= '1' && pattern[i + 1] <= '9') return true;
    ++i;
  }
  return false;
}

}  // namespace

struct RegularExpression::Program {
  explicit Program(std::string_view pattern, const re2::RE2::Options& options)
      : re2(re2::StringPiece(pattern.data(), pattern.size()), options) {}
  re2::RE2 re2;
};

RegularExpression::RegularExpression(std::string_view pattern) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  program_ = std::make_unique<Program>(pattern, options);
  if (program_->re2.ok()) return;
  fault_ = needs_backtracking(pattern) ? PatternFault::kUnsupported : PatternFault::kInvalid;
}

RegularExpression::~RegularExpression() = default;

size_t RegularExpression::group_count() const {
  return static_cast<size_t>(program_->re2.NumberOfCapturingGroups());
}

bool RegularExpression::matches(std::string_view text) const {
  const re2::StringPiece piece(text.data(), text.size());
  return program_->re2.Match(piece, 0, text.size(), re2::RE2::ANCHOR_BOTH, nullptr, 0);
}

RegularExpression::Match RegularExpression::find(std::string_view text, size_t from, size_t group, Match* whole) const {
  constexpr size_t kOnStack = 8;
  re2::StringPiece few[kOnStack];
  std::vector<re2::StringPiece> many(group < kOnStack ? 0 : group + 1);
  re2::StringPiece* const groups = group < kOnStack ? few : many.data();
  const re2::StringPiece piece(text.data(), text.size());
  if (!program_->re2.Match(piece, from, text.size(), re2::RE2::UNANCHORED, groups, static_cast<int>(group) + 1)) return {};
  const auto match = [&](const re2::StringPiece& part) {
    if (part.data() == nullptr) return Match{};
    const auto start = static_cast<size_t>(part.data() - text.data());
    return Match{start, start + part.size(), true};
  };
  if (whole != nullptr) *whole = match(groups[0]);
  return match(groups[group]);
}

const RegularExpression& PatternCache::get(std::string_view pattern) {
  if (last_ != nullptr && last_text_ == pattern) return *last_;
  if (patterns_.size() >= kMaxPatterns) patterns_.clear();
  auto& entry = patterns_[std::string(pattern)];
  if (entry == nullptr) entry = std::make_unique<RegularExpression>(pattern);
  last_text_ = pattern;
  last_ = entry.get();
  return *last_;
}

}  // namespace eddyline::expression
