#include <algorithm>
#include <array>
#include <string>

#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

constexpr std::string_view kTimeUnits[] = {
    "CENTURY",    "DAY",     "DECADE",      "DOW",        "DOY",         "EPOCH",  "HOUR",
    "ISODOW",     "ISOYEAR", "MICROSECOND", "MILLENNIUM", "MILLISECOND", "MINUTE", "MONTH",
    "NANOSECOND", "QUARTER", "SECOND",      "WEEK",       "YEAR",
};

std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

ExpressionPtr make_symbol(SourcePosition position, std::string word) {
  auto symbol = std::make_unique<Symbol>(position);
  symbol->word = std::move(word);
  return symbol;
}

/// `YEAR`, also `SQL_TSI_YEAR`.
Result<ExpressionPtr> parse_time_unit(TokenStream& tokens) {
  const Token& token = tokens.current();
  if (token.kind != TokenKind::kWord) {
    tokens.allow("<TIME_UNIT>");
    return tokens.unexpected();
  }
  std::string word = upper_case(tokens.text(token));
  constexpr std::string_view kPrefix = "SQL_TSI_";
  if (word.starts_with(kPrefix)) word.erase(0, kPrefix.size());
  if (!std::ranges::binary_search(kTimeUnits, std::string_view(word))) {
    return parse_error("'" + std::string(tokens.text(token)) + "' is not a valid time frame", token.position);
  }
  ExpressionPtr symbol = make_symbol(token.position, std::move(word));
  tokens.advance();
  return symbol;
}

/// A call under construction: name read, arguments added one by one, from behind the `(`.
class SpecialCall {
 public:
  explicit SpecialCall(TokenStream& tokens) : tokens_(tokens), call_(make_node<FunctionCall>(tokens)) {
    call_->name.parts.push_back({std::string(tokens.text(tokens.current())), tokens.position(), false});
    tokens.advance();
    tokens.advance();
  }

  void add(ExpressionPtr argument) { call_->arguments.push_back({std::nullopt, std::move(argument)}); }

  Status read() {
    ASSIGN_OR_RETURN(ExpressionPtr argument, parse_expression(tokens_));
    add(std::move(argument));
    return {};
  }

  Status read_unit() {
    ASSIGN_OR_RETURN(ExpressionPtr unit, parse_time_unit(tokens_));
    add(std::move(unit));
    return {};
  }

  /// A further argument behind a word, if the word is there.
  Status read_if(Keyword word) { return tokens_.accept(word) ? read() : Status(); }

  Result<ExpressionPtr> finish() {
    RETURN_IF_ERROR(tokens_.expect(TokenKind::kRightParenthesis));
    return std::move(call_);
  }

 private:
  TokenStream& tokens_;
  std::unique_ptr<FunctionCall> call_;
};

/// EXTRACT(unit FROM time).
Result<ExpressionPtr> parse_extract(TokenStream& tokens) {
  SpecialCall call(tokens);
  RETURN_IF_ERROR(call.read_unit());
  RETURN_IF_ERROR(tokens.expect(Keyword::kFrom));
  RETURN_IF_ERROR(call.read());
  return call.finish();
}

/// FLOOR(number), FLOOR(time TO unit).
Result<ExpressionPtr> parse_floor(TokenStream& tokens) {
  SpecialCall call(tokens);
  RETURN_IF_ERROR(call.read());
  if (tokens.accept(Keyword::kTo)) RETURN_IF_ERROR(call.read_unit());
  return call.finish();
}

/// TIMESTAMPADD(unit, number, time), TIMESTAMPDIFF(unit, time, time).
Result<ExpressionPtr> parse_timestamp_call(TokenStream& tokens) {
  SpecialCall call(tokens);
  RETURN_IF_ERROR(call.read_unit());
  for (int i = 0; i < 2; ++i) {
    RETURN_IF_ERROR(tokens.expect(TokenKind::kComma));
    RETURN_IF_ERROR(call.read());
  }
  return call.finish();
}

ExpressionPtr make_blank(SourcePosition position) {
  auto literal = std::make_unique<Literal>(position);
  literal->type = LiteralType::kString;
  literal->text = " ";
  return literal;
}

/// TRIM([BOTH | LEADING | TRAILING] [characters] FROM text), TRIM(text).
Result<ExpressionPtr> parse_trim(TokenStream& tokens) {
  const SourcePosition position = tokens.position();
  SpecialCall call(tokens);
  std::string where = "BOTH";
  bool from_needed = false;
  for (const Keyword word : {Keyword::kBoth, Keyword::kLeading, Keyword::kTrailing}) {
    if (!tokens.accept(word)) continue;
    where = keyword_text(word);
    from_needed = true;
    break;
  }
  call.add(make_symbol(position, std::move(where)));
  if (from_needed && tokens.accept(Keyword::kFrom)) {
    call.add(make_blank(position));
    RETURN_IF_ERROR(call.read());
    return call.finish();
  }
  ASSIGN_OR_RETURN(ExpressionPtr first, parse_expression(tokens));
  if (from_needed && !tokens.at(Keyword::kFrom)) return tokens.unexpected();
  if (tokens.accept(Keyword::kFrom)) {
    call.add(std::move(first));
    RETURN_IF_ERROR(call.read());
  } else {
    call.add(make_blank(position));
    call.add(std::move(first));
  }
  return call.finish();
}

/// POSITION(text IN text [FROM start]).
Result<ExpressionPtr> parse_position(TokenStream& tokens) {
  SpecialCall call(tokens);
  // The operand must leave the IN alone.
  ASSIGN_OR_RETURN(ExpressionPtr needle, parse_expression(tokens, precedence::kRange + 1));
  call.add(std::move(needle));
  RETURN_IF_ERROR(tokens.expect(Keyword::kIn));
  RETURN_IF_ERROR(call.read());
  RETURN_IF_ERROR(call.read_if(Keyword::kFrom));
  return call.finish();
}

/// SUBSTRING(text FROM start [FOR length]), SUBSTRING(text, start [, length]).
Result<ExpressionPtr> parse_substring(TokenStream& tokens) {
  SpecialCall call(tokens);
  RETURN_IF_ERROR(call.read());
  if (tokens.accept(Keyword::kFrom)) {
    RETURN_IF_ERROR(call.read());
    RETURN_IF_ERROR(call.read_if(Keyword::kFor));
    return call.finish();
  }
  RETURN_IF_ERROR(tokens.expect(TokenKind::kComma));
  RETURN_IF_ERROR(call.read());
  if (tokens.accept(TokenKind::kComma)) RETURN_IF_ERROR(call.read());
  return call.finish();
}

/// OVERLAY(text PLACING text FROM start [FOR length]).
Result<ExpressionPtr> parse_overlay(TokenStream& tokens) {
  SpecialCall call(tokens);
  RETURN_IF_ERROR(call.read());
  if (tokens.current().kind != TokenKind::kWord || upper_case(tokens.text(tokens.current())) != "PLACING") {
    tokens.allow("\"PLACING\"");
    return tokens.unexpected();
  }
  tokens.advance();
  RETURN_IF_ERROR(call.read());
  RETURN_IF_ERROR(tokens.expect(Keyword::kFrom));
  RETURN_IF_ERROR(call.read());
  RETURN_IF_ERROR(call.read_if(Keyword::kFor));
  return call.finish();
}

using ParseFunction = Result<ExpressionPtr> (*)(TokenStream&);

ParseFunction special_call_at(const TokenStream& tokens) {
  if (!tokens.peek_is(1, TokenKind::kLeftParenthesis)) return nullptr;
  switch (tokens.current().keyword) {
    case Keyword::kExtract:
      return parse_extract;
    case Keyword::kFloor:
    case Keyword::kCeil:
    case Keyword::kCeiling:
      return parse_floor;
    case Keyword::kTimestampadd:
    case Keyword::kTimestampdiff:
      return parse_timestamp_call;
    case Keyword::kTrim:
      return parse_trim;
    case Keyword::kPosition:
      return parse_position;
    case Keyword::kSubstring:
      return parse_substring;
    case Keyword::kOverlay:
      return parse_overlay;
    default:
      return nullptr;
  }
}

}  // namespace

bool at_special_call(TokenStream& tokens) {
  return special_call_at(tokens) != nullptr;
}

Result<ExpressionPtr> parse_special_call(TokenStream& tokens) {
  return special_call_at(tokens)(tokens);
}

}  // namespace eddyline::sql
