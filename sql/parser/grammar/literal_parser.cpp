#include <limits>

#include "sql/parser/grammar/grammar.hpp"
#include "sql/parser/lexical/literal_value.hpp"
#include "sql/parser/lexical/string_literal.hpp"

namespace eddyline::sql {

namespace {

std::unique_ptr<Literal> make_literal(SourcePosition position, LiteralType type, std::string text) {
  auto literal = std::make_unique<Literal>(position);
  literal->type = type;
  literal->text = std::move(text);
  return literal;
}

Result<ExpressionPtr> take_literal(TokenStream& tokens, LiteralType type) {
  auto literal = make_literal(tokens.position(), type, std::string(tokens.text(tokens.current())));
  tokens.advance();
  return literal;
}

Result<ExpressionPtr> take_word_literal(TokenStream& tokens, LiteralType type) {
  auto literal = make_literal(tokens.position(), type, {});
  tokens.advance();
  return literal;
}

/// `DATE '..'`.
Result<ExpressionPtr> parse_temporal_literal(TokenStream& tokens, LiteralType type) {
  const SourcePosition position = tokens.position();
  tokens.advance();
  ASSIGN_OR_RETURN(StringLiteralNode text, tokens.string());
  RETURN_IF_ERROR(check_temporal_literal(type, text.text, position));
  return make_literal(position, type, std::move(text.text));
}

Result<ExpressionPtr> parse_binary_literal(TokenStream& tokens) {
  const SourcePosition position = tokens.position();
  ASSIGN_OR_RETURN(std::string bytes, decode_binary_string(tokens.text(tokens.current()), position));
  uint32_t line = position.line;
  tokens.advance();
  while (tokens.current().kind == TokenKind::kString) {
    if (tokens.position().line == line) return parse_error("String literal continued on same line", tokens.position());
    line = tokens.position().line;
    ASSIGN_OR_RETURN(const std::string more, decode_binary_string(tokens.text(tokens.current()), tokens.position()));
    bytes += more;
    tokens.advance();
  }
  return make_literal(position, LiteralType::kBinary, std::move(bytes));
}

Result<IntervalUnit> parse_interval_unit(TokenStream& tokens) {
  struct UnitWords {
    Keyword singular;
    Keyword plural;
    IntervalUnit unit;
  };
  constexpr UnitWords kUnits[] = {
      {Keyword::kYear, Keyword::kYears, IntervalUnit::kYear},
      {Keyword::kMonth, Keyword::kMonths, IntervalUnit::kMonth},
      {Keyword::kDay, Keyword::kDays, IntervalUnit::kDay},
      {Keyword::kHour, Keyword::kHours, IntervalUnit::kHour},
      {Keyword::kMinute, Keyword::kMinutes, IntervalUnit::kMinute},
      {Keyword::kSecond, Keyword::kSeconds, IntervalUnit::kSecond},
  };
  for (const UnitWords& words : kUnits) {
    if (tokens.accept(words.singular) || (tokens.current().keyword == words.plural && tokens.accept(words.plural))) {
      return words.unit;
    }
  }
  switch (tokens.current().keyword) {
    case Keyword::kWeek:
    case Keyword::kWeeks:
    case Keyword::kQuarter:
    case Keyword::kQuarters:
      return not_supported("intervals of " + std::string(keyword_text(tokens.current().keyword))).at(tokens.position());
    default:
      return tokens.unexpected();
  }
}

/// `(n)` within bounds, nothing without parentheses.
Result<std::optional<int32_t>> parse_interval_precision(TokenStream& tokens, int32_t least, int32_t most) {
  const SourcePosition position = tokens.position();
  ASSIGN_OR_RETURN(const int32_t precision, tokens.small_integer());
  if (precision < least || precision > most) {
    return validation_error("Interval precision '" + std::to_string(precision) + "' must be between " +
                            std::to_string(least) + " and " + std::to_string(most))
        .at(position);
  }
  return std::optional(precision);
}

int32_t most_leading_digits(IntervalUnit unit) {
  return unit <= IntervalUnit::kMonth ? 4 : 6;
}

Status parse_last_unit(TokenStream& tokens, IntervalQualifier& qualifier) {
  const SourcePosition position = tokens.position();
  ASSIGN_OR_RETURN(qualifier.last, parse_interval_unit(tokens));
  const bool same_family = (qualifier.first <= IntervalUnit::kMonth) == (qualifier.last <= IntervalUnit::kMonth);
  if (!same_family || qualifier.last <= qualifier.first) {
    return parse_error("Illegal interval qualifier " + to_string(qualifier), position);
  }
  if (qualifier.last == IntervalUnit::kSecond && tokens.accept(TokenKind::kLeftParenthesis)) {
    ASSIGN_OR_RETURN(qualifier.fraction_precision, parse_interval_precision(tokens, 0, 9));
    return tokens.expect(TokenKind::kRightParenthesis);
  }
  return {};
}

}  // namespace

Result<IntervalQualifier> parse_interval_qualifier(TokenStream& tokens) {
  IntervalQualifier qualifier;
  qualifier.position = tokens.position();
  ASSIGN_OR_RETURN(qualifier.first, parse_interval_unit(tokens));
  qualifier.last = qualifier.first;
  if (tokens.accept(TokenKind::kLeftParenthesis)) {
    ASSIGN_OR_RETURN(qualifier.leading_precision,
                     parse_interval_precision(tokens, 1, most_leading_digits(qualifier.first)));
    if (qualifier.first == IntervalUnit::kSecond && tokens.accept(TokenKind::kComma)) {
      ASSIGN_OR_RETURN(qualifier.fraction_precision, parse_interval_precision(tokens, 0, 9));
    }
    RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  }
  if (tokens.accept(Keyword::kTo)) RETURN_IF_ERROR(parse_last_unit(tokens, qualifier));
  return qualifier;
}

Result<ExpressionPtr> parse_interval_literal(TokenStream& tokens) {
  auto literal = make_node<IntervalLiteral>(tokens);
  RETURN_IF_ERROR(tokens.expect(Keyword::kInterval));
  literal->negative = tokens.accept(TokenKind::kMinus);
  if (!literal->negative) tokens.accept(TokenKind::kPlus);
  ASSIGN_OR_RETURN(StringLiteralNode text, tokens.string());
  literal->text = std::move(text.text);
  ASSIGN_OR_RETURN(literal->qualifier, parse_interval_qualifier(tokens));
  ASSIGN_OR_RETURN(literal->value, interval_value(*literal));
  return literal;
}

bool at_literal(TokenStream& tokens) {
  switch (tokens.current().kind) {
    case TokenKind::kInteger:
    case TokenKind::kDecimal:
    case TokenKind::kApproximate:
    case TokenKind::kString:
    case TokenKind::kEscapeString:
    case TokenKind::kUnicodeString:
    case TokenKind::kBinaryString:
      return true;
    default:
      break;
  }
  switch (tokens.current().keyword) {
    case Keyword::kNull:
    case Keyword::kTrue:
    case Keyword::kFalse:
    case Keyword::kUnknown:
    case Keyword::kDate:
    case Keyword::kTime:
    case Keyword::kTimestamp:
    case Keyword::kInterval:
      return true;
    default:
      return false;
  }
}

Result<ExpressionPtr> parse_literal(TokenStream& tokens) {
  switch (tokens.current().kind) {
    case TokenKind::kInteger:
    case TokenKind::kDecimal:
      return take_literal(tokens, LiteralType::kExactNumeric);
    case TokenKind::kApproximate:
      return take_literal(tokens, LiteralType::kApproximateNumeric);
    case TokenKind::kString:
    case TokenKind::kEscapeString:
    case TokenKind::kUnicodeString: {
      ASSIGN_OR_RETURN(StringLiteralNode text, tokens.string());
      return make_literal(text.position, LiteralType::kString, std::move(text.text));
    }
    case TokenKind::kBinaryString:
      return parse_binary_literal(tokens);
    default:
      break;
  }
  switch (tokens.current().keyword) {
    case Keyword::kNull:
      return take_word_literal(tokens, LiteralType::kNull);
    case Keyword::kTrue:
      return take_word_literal(tokens, LiteralType::kTrue);
    case Keyword::kFalse:
      return take_word_literal(tokens, LiteralType::kFalse);
    case Keyword::kUnknown:
      return take_word_literal(tokens, LiteralType::kUnknown);
    case Keyword::kDate:
      return parse_temporal_literal(tokens, LiteralType::kDate);
    case Keyword::kTime:
      return parse_temporal_literal(tokens, LiteralType::kTime);
    case Keyword::kTimestamp:
      return parse_temporal_literal(tokens, LiteralType::kTimestamp);
    case Keyword::kInterval:
      return parse_interval_literal(tokens);
    default:
      return tokens.unexpected();
  }
}

}  // namespace eddyline::sql
