#pragma once

#include <cstdint>
#include <string_view>

namespace eddyline::sql {

enum class Keyword : uint16_t {
#define KEYWORD(name, text, kind) name,
#include "sql/parser/lexical/keywords.inc"
#undef KEYWORD
  /// Not a word of the language.
  kNoKeyword,
};

enum class KeywordKind : uint8_t {
  /// Also usable as a name without backticks.
  kNonReserved,
  kReserved,
  /// Reserved, but `word(..)` is a call.
  kFunction,
  /// Reserved, and a function that needs no parentheses.
  kNiladic,
};

/// The keyword a bare word is, in any case; kNoKeyword for other words.
Keyword find_keyword(std::string_view word);

/// The word in upper case. CHECKs that it is not kNoKeyword.
std::string_view keyword_text(Keyword keyword);

/// CHECKs that it is not kNoKeyword.
KeywordKind keyword_kind(Keyword keyword);

/// Whether a bare word can be a name.
bool is_reserved(Keyword keyword);

}  // namespace eddyline::sql
