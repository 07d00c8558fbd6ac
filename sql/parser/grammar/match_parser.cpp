#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

Result<PatternNode> parse_alternation(TokenStream& tokens);

bool is_dollar(const TokenStream& tokens, const Token& token) {
  return tokens.text(token) == "$";
}

/// `{n}`, `{n,}`, `{,m}`, `{n,m}`, from behind the brace.
Status parse_bounds(TokenStream& tokens, PatternNode& quantified) {
  quantified.minimum = 0;
  const SourcePosition position = tokens.position();
  const bool open_start = tokens.at(TokenKind::kComma);
  if (!open_start) {
    ASSIGN_OR_RETURN(quantified.minimum, tokens.small_integer());
  }
  if (!tokens.accept(TokenKind::kComma)) {
    quantified.maximum = quantified.minimum;
  } else if (open_start || !tokens.at(TokenKind::kRightBrace)) {
    ASSIGN_OR_RETURN(quantified.maximum, tokens.small_integer());
  }
  if (quantified.maximum && *quantified.maximum < quantified.minimum) {
    return parse_error("A pattern quantifier's upper bound is below its lower bound", position);
  }
  return tokens.expect(TokenKind::kRightBrace);
}

Result<PatternNode> parse_quantifier(TokenStream& tokens, PatternNode piece) {
  PatternNode quantified;
  quantified.kind = PatternKind::kQuantified;
  quantified.position = piece.position;
  if (tokens.accept(TokenKind::kAsterisk)) {
    quantified.minimum = 0;
  } else if (tokens.accept(TokenKind::kPlus)) {
    quantified.minimum = 1;
  } else if (tokens.accept(TokenKind::kQuestionMark)) {
    quantified.minimum = 0;
    quantified.maximum = 1;
  } else if (tokens.at(TokenKind::kLeftBrace) && !tokens.peek_is(1, TokenKind::kMinus)) {
    tokens.advance();
    RETURN_IF_ERROR(parse_bounds(tokens, quantified));
  } else {
    return piece;
  }
  quantified.reluctant = tokens.accept(TokenKind::kQuestionMark);
  quantified.children.push_back(std::move(piece));
  return quantified;
}

/// `PERMUTE(a, b)`.
Result<PatternNode> parse_permute(TokenStream& tokens) {
  PatternNode node;
  node.kind = PatternKind::kPermute;
  node.position = tokens.position();
  tokens.advance();
  tokens.advance();
  do {
    ASSIGN_OR_RETURN(PatternNode piece, parse_alternation(tokens));
    node.children.push_back(std::move(piece));
  } while (tokens.accept(TokenKind::kComma));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return node;
}

/// `{- a -}`.
Result<PatternNode> parse_exclusion(TokenStream& tokens) {
  PatternNode node;
  node.kind = PatternKind::kExclusion;
  node.position = tokens.position();
  tokens.advance();
  RETURN_IF_ERROR(tokens.expect(TokenKind::kMinus));
  ASSIGN_OR_RETURN(PatternNode piece, parse_alternation(tokens));
  node.children.push_back(std::move(piece));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kMinus));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightBrace));
  return node;
}

Result<PatternNode> parse_piece(TokenStream& tokens) {
  if (tokens.at(TokenKind::kLeftBrace)) return parse_exclusion(tokens);
  if (tokens.current().keyword == Keyword::kPermute && tokens.peek_is(1, TokenKind::kLeftParenthesis)) {
    return parse_permute(tokens);
  }
  if (tokens.accept(TokenKind::kLeftParenthesis)) {
    ASSIGN_OR_RETURN(PatternNode piece, parse_alternation(tokens));
    RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
    return piece;
  }
  PatternNode variable;
  variable.position = tokens.position();
  ASSIGN_OR_RETURN(variable.variable, tokens.name());
  return variable;
}

bool at_piece(const TokenStream& tokens) {
  const Token& token = tokens.current();
  if (token.kind == TokenKind::kLeftParenthesis) return true;
  if (token.kind == TokenKind::kLeftBrace) return tokens.peek_is(1, TokenKind::kMinus);
  return tokens.is_name(token) && !is_dollar(tokens, token);
}

Result<PatternNode> parse_concatenation(TokenStream& tokens) {
  PatternNode node;
  node.kind = PatternKind::kConcatenation;
  node.position = tokens.position();
  do {
    ASSIGN_OR_RETURN(PatternNode piece, parse_piece(tokens));
    ASSIGN_OR_RETURN(piece, parse_quantifier(tokens, std::move(piece)));
    node.children.push_back(std::move(piece));
  } while (at_piece(tokens));
  if (node.children.size() > 1) return node;
  PatternNode only = std::move(node.children.front());
  return only;
}

Result<PatternNode> parse_alternation(TokenStream& tokens) {
  Nesting nesting(tokens);
  RETURN_IF_ERROR(nesting.check());
  ASSIGN_OR_RETURN(PatternNode first, parse_concatenation(tokens));
  if (!tokens.at(TokenKind::kVerticalBar)) return first;
  PatternNode node;
  node.kind = PatternKind::kAlternation;
  node.position = first.position;
  node.children.push_back(std::move(first));
  while (tokens.accept(TokenKind::kVerticalBar)) {
    ASSIGN_OR_RETURN(PatternNode piece, parse_concatenation(tokens));
    node.children.push_back(std::move(piece));
  }
  return node;
}

Status parse_pattern(TokenStream& tokens, MatchRecognize& match) {
  RETURN_IF_ERROR(tokens.expect(Keyword::kPattern));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  match.anchored_at_start = tokens.accept(TokenKind::kCaret);
  ASSIGN_OR_RETURN(match.pattern, parse_alternation(tokens));
  if (is_dollar(tokens, tokens.current())) {
    match.anchored_at_end = true;
    tokens.advance();
  }
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  if (!tokens.accept(Keyword::kWithin)) return {};
  ASSIGN_OR_RETURN(match.within, parse_interval_literal(tokens));
  return {};
}

Status parse_measures(TokenStream& tokens, MatchRecognize& match) {
  if (!tokens.accept(Keyword::kMeasures)) return {};
  do {
    NamedExpression measure;
    ASSIGN_OR_RETURN(measure.expression, parse_expression(tokens));
    RETURN_IF_ERROR(tokens.expect(Keyword::kAs));
    ASSIGN_OR_RETURN(measure.name, tokens.name());
    match.measures.push_back(std::move(measure));
  } while (tokens.accept(TokenKind::kComma));
  return {};
}

Status parse_rows_per_match(TokenStream& tokens, MatchRecognize& match) {
  const SourcePosition position = tokens.position();
  if (tokens.accept(Keyword::kOne)) {
    match.rows_per_match = RowsPerMatch::kOneRow;
    return tokens.expect({Keyword::kRow, Keyword::kPer, Keyword::kMatch});
  }
  if (!tokens.accept(Keyword::kAll)) return {};
  match.rows_per_match = RowsPerMatch::kAllRows;
  RETURN_IF_ERROR(tokens.expect({Keyword::kRows, Keyword::kPer, Keyword::kMatch}));
  const bool options = tokens.at(Keyword::kShow) || tokens.at(Keyword::kWith);
  return options ? not_supported("options of ALL ROWS PER MATCH").at(position) : Status();
}

Status parse_after_match(TokenStream& tokens, MatchRecognize& match) {
  if (!tokens.accept(Keyword::kAfter)) return {};
  RETURN_IF_ERROR(tokens.expect({Keyword::kMatch, Keyword::kSkip}));
  if (tokens.accept(Keyword::kPast)) {
    match.skip = AfterMatchSkip::kPastLastRow;
    return tokens.expect({Keyword::kLast, Keyword::kRow});
  }
  RETURN_IF_ERROR(tokens.expect(Keyword::kTo));
  if (tokens.accept(Keyword::kNext)) {
    match.skip = AfterMatchSkip::kNextRow;
    return tokens.expect(Keyword::kRow);
  }
  // FIRST and LAST are names too: they are the words when a name follows.
  match.skip = AfterMatchSkip::kLast;
  if (tokens.is_name(tokens.peek())) {
    if (tokens.accept(Keyword::kFirst)) {
      match.skip = AfterMatchSkip::kFirst;
    } else {
      tokens.accept(Keyword::kLast);
    }
  }
  ASSIGN_OR_RETURN(match.skip_variable, tokens.name());
  return {};
}

Status parse_subsets(TokenStream& tokens, MatchRecognize& match) {
  if (!tokens.accept(Keyword::kSubset)) return {};
  do {
    PatternSubset subset;
    ASSIGN_OR_RETURN(subset.name, tokens.name());
    RETURN_IF_ERROR(tokens.expect(TokenKind::kEqual));
    ASSIGN_OR_RETURN(subset.variables, parse_name_list(tokens));
    match.subsets.push_back(std::move(subset));
  } while (tokens.accept(TokenKind::kComma));
  return {};
}

Status parse_definitions(TokenStream& tokens, MatchRecognize& match) {
  RETURN_IF_ERROR(tokens.expect(Keyword::kDefine));
  do {
    NamedExpression definition;
    ASSIGN_OR_RETURN(definition.name, tokens.name());
    RETURN_IF_ERROR(tokens.expect(Keyword::kAs));
    ASSIGN_OR_RETURN(definition.expression, parse_expression(tokens));
    match.definitions.push_back(std::move(definition));
  } while (tokens.accept(TokenKind::kComma));
  return {};
}

}  // namespace

Result<TableReferencePtr> parse_match_recognize(TokenStream& tokens, TableReferencePtr input) {
  auto match = std::make_unique<MatchRecognize>(tokens.position());
  match->input = std::move(input);
  RETURN_IF_ERROR(tokens.expect(Keyword::kMatchRecognize));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  if (tokens.accept(Keyword::kPartition)) {
    RETURN_IF_ERROR(tokens.expect(Keyword::kBy));
    ASSIGN_OR_RETURN(match->partition_by, parse_expressions(tokens));
  }
  ASSIGN_OR_RETURN(match->order_by, parse_order_by(tokens));
  RETURN_IF_ERROR(parse_measures(tokens, *match));
  RETURN_IF_ERROR(parse_rows_per_match(tokens, *match));
  RETURN_IF_ERROR(parse_after_match(tokens, *match));
  RETURN_IF_ERROR(parse_pattern(tokens, *match));
  RETURN_IF_ERROR(parse_subsets(tokens, *match));
  RETURN_IF_ERROR(parse_definitions(tokens, *match));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return match;
}

}  // namespace eddyline::sql
