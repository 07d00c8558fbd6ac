#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "common/base/status.hpp"
#include "sql/parser/lexical/keyword.hpp"

namespace eddyline::sql {

enum class TokenKind : uint8_t {
  kEnd,
  /// A keyword or an unquoted name.
  kWord,
  kQuotedName,
  kInteger,
  kDecimal,
  kApproximate,
  /// 'text'
  kString,
  /// e'text'
  kEscapeString,
  /// U&'text'
  kUnicodeString,
  /// X'00'
  kBinaryString,
  kHintBegin,
  kHintEnd,
  kLeftParenthesis,
  kRightParenthesis,
  kLeftBracket,
  kRightBracket,
  kLeftBrace,
  kRightBrace,
  kComma,
  kDot,
  kSemicolon,
  kColon,
  kQuestionMark,
  kEqual,
  kNotEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kNamedArgument,
  kPlus,
  kMinus,
  kAsterisk,
  kSlash,
  kPercent,
  kConcat,
  kVerticalBar,
  kCaret,
  /// Characters no token starts with, and what is not closed at the end of the text.
  kInvalid,
  kOpenString,
  kOpenQuotedName,
  kOpenComment,
};

/// The kind as error messages list it: `"(" ...`, `<IDENTIFIER> ...`.
std::string token_kind_text(TokenKind kind);

/// How a kind of operator or bracket is written.
struct Punctuation {
  std::string_view text;
  TokenKind kind;
};

/// All of them, ordered so that the first one a text begins with is the longest.
std::span<const Punctuation> punctuation();

/// A piece of the text; what lies between two tokens is blanks and comments.
struct Token {
  TokenKind kind = TokenKind::kEnd;
  /// Of kWord.
  Keyword keyword = Keyword::kNoKeyword;
  /// Bytes in the text.
  uint32_t offset = 0;
  uint32_t length = 0;
  SourcePosition position;
};

}  // namespace eddyline::sql
