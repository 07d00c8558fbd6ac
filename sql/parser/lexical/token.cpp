#include "sql/parser/lexical/token.hpp"

namespace eddyline::sql {

std::string_view token_kind_text(TokenKind kind) {
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
    case TokenKind::kInvalid:
    case TokenKind::kOpenString:
    case TokenKind::kOpenQuotedName:
    case TokenKind::kOpenComment:
      return "<INVALID>";
    case TokenKind::kLeftParenthesis:
      return "\"(\"";
    case TokenKind::kRightParenthesis:
      return "\")\"";
    case TokenKind::kLeftBracket:
      return "\"[\"";
    case TokenKind::kRightBracket:
      return "\"]\"";
    case TokenKind::kLeftBrace:
      return "\"{\"";
    case TokenKind::kRightBrace:
      return "\"}\"";
    case TokenKind::kComma:
      return "\",\"";
    case TokenKind::kDot:
      return "\".\"";
    case TokenKind::kSemicolon:
      return "\";\"";
    case TokenKind::kColon:
      return "\":\"";
    case TokenKind::kQuestionMark:
      return "\"?\"";
    case TokenKind::kEqual:
      return "\"=\"";
    case TokenKind::kNotEqual:
      return "\"<>\"";
    case TokenKind::kLess:
      return "\"<\"";
    case TokenKind::kLessOrEqual:
      return "\"<=\"";
    case TokenKind::kGreater:
      return "\">\"";
    case TokenKind::kGreaterOrEqual:
      return "\">=\"";
    case TokenKind::kNamedArgument:
      return "\"=>\"";
    case TokenKind::kPlus:
      return "\"+\"";
    case TokenKind::kMinus:
      return "\"-\"";
    case TokenKind::kAsterisk:
      return "\"*\"";
    case TokenKind::kSlash:
      return "\"/\"";
    case TokenKind::kPercent:
      return "\"%\"";
    case TokenKind::kConcat:
      return "\"||\"";
    case TokenKind::kVerticalBar:
      return "\"|\"";
    case TokenKind::kCaret:
      return "\"^\"";
  }
  return "<INVALID>";
}

}  // namespace eddyline::sql
