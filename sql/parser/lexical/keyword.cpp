#include "sql/parser/lexical/keyword.hpp"

#include <algorithm>
#include <array>

#include "common/base/check.hpp"

namespace eddyline::sql {

namespace {

struct KeywordEntry {
  std::string_view text;
  KeywordKind kind;
};

constexpr auto kEntries = std::to_array<KeywordEntry>({
#define KEYWORD(name, text, kind) {text, KeywordKind::kind},
#include "sql/parser/lexical/keywords.inc"
#undef KEYWORD
});

static_assert(std::ranges::is_sorted(kEntries, {}, &KeywordEntry::text), "find_keyword() searches by halves");

constexpr size_t kLongest =
    std::ranges::max(kEntries, {}, [](const KeywordEntry& entry) { return entry.text.size(); }).text.size();

const KeywordEntry& entry_of(Keyword keyword) {
  CHECK(keyword != Keyword::kNoKeyword) << "kNoKeyword is no keyword";
  return kEntries[static_cast<size_t>(keyword)];
}

}  // namespace

Keyword find_keyword(std::string_view word) {
  if (word.size() > kLongest) return Keyword::kNoKeyword;
  std::array<char, kLongest> upper;
  std::ranges::transform(word, upper.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
  const std::string_view wanted(upper.data(), word.size());
  const auto found = std::ranges::lower_bound(kEntries, wanted, {}, &KeywordEntry::text);
  if (found == kEntries.end() || found->text != wanted) return Keyword::kNoKeyword;
  return static_cast<Keyword>(found - kEntries.begin());
}

std::string_view keyword_text(Keyword keyword) {
  return entry_of(keyword).text;
}

KeywordKind keyword_kind(Keyword keyword) {
  return entry_of(keyword).kind;
}

bool is_reserved(Keyword keyword) {
  return keyword != Keyword::kNoKeyword && keyword_kind(keyword) != KeywordKind::kNonReserved;
}

}  // namespace eddyline::sql
