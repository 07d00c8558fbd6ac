#include "sql/parser/lexical/token.hpp"

#include <array>

namespace eddyline::sql {

namespace {

// Longer ones first, so that the first match is the longest; of two spellings of a kind the first is the usual one.
constexpr auto kPunctuation = std::to_array<Punctuation>({
    {"<>", TokenKind::kNotEqual},
    {"!=", TokenKind::kNotEqual},
    {"<=", TokenKind::kLessOrEqual},
    {">=", TokenKind::kGreaterOrEqual},
    {"=>", TokenKind::kNamedArgument},
    {"||", TokenKind::kConcat},
    {"(", TokenKind::kLeftParenthesis},
    {")", TokenKind::kRightParenthesis},
    {"[", TokenKind::kLeftBracket},
    {"]", TokenKind::kRightBracket},
    {"{", TokenKind::kLeftBrace},
    {"}", TokenKind::kRightBrace},
    {",", TokenKind::kComma},
    {".", TokenKind::kDot},
    {";", TokenKind::kSemicolon},
    {":", TokenKind::kColon},
    {"?", TokenKind::kQuestionMark},
    {"=", TokenKind::kEqual},
    {"<", TokenKind::kLess},
    {">", TokenKind::kGreater},
    {"+", TokenKind::kPlus},
    {"-", TokenKind::kMinus},
    {"*", TokenKind::kAsterisk},
    {"/", TokenKind::kSlash},
    {"%", TokenKind::kPercent},
    {"|", TokenKind::kVerticalBar},
    {"^", TokenKind::kCaret},
});

}  // namespace

std::span<const Punctuation> punctuation() {
  return kPunctuation;
}

std::string token_kind_text(TokenKind kind) {
  switch (kind) {
    case TokenKind::kEnd:
      return "<EOF>";
    case TokenKind::kWord:
      return "<IDENTIFIER>";
    case TokenKind::kQuotedName:
      return "<BACK_QUOTED_IDENTIFIER>";
    case TokenKind::kInteger:
      return "<UNSIGNED_INTEGER_LITERAL>";
    case TokenKind::kDecimal:
      return "<DECIMAL_NUMERIC_LITERAL>";
    case TokenKind::kApproximate:
      return "<APPROX_NUMERIC_LITERAL>";
    case TokenKind::kString:
      return "<QUOTED_STRING>";
    case TokenKind::kEscapeString:
      return "<C_STYLE_ESCAPED_STRING_LITERAL>";
    case TokenKind::kUnicodeString:
      return "<UNICODE_STRING_LITERAL>";
    case TokenKind::kBinaryString:
      return "<BINARY_STRING_LITERAL>";
    case TokenKind::kHintBegin:
      return "\"/*+\"";
    case TokenKind::kHintEnd:
      return "\"*/\"";
    default:
      break;
  }
  for (const Punctuation& entry : kPunctuation) {
    if (entry.kind == kind) return '"' + std::string(entry.text) + '"';
  }
  return "<INVALID>";
}

}  // namespace eddyline::sql
