#include <algorithm>
#include <optional>

#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

struct TokenOperator {
  TokenKind token;
  BinaryOperator op;
  int precedence;
};

constexpr TokenOperator kTokenOperators[] = {
    {TokenKind::kEqual, BinaryOperator::kEqual, precedence::kComparison},
    {TokenKind::kNotEqual, BinaryOperator::kNotEqual, precedence::kComparison},
    {TokenKind::kLess, BinaryOperator::kLess, precedence::kComparison},
    {TokenKind::kLessOrEqual, BinaryOperator::kLessOrEqual, precedence::kComparison},
    {TokenKind::kGreater, BinaryOperator::kGreater, precedence::kComparison},
    {TokenKind::kGreaterOrEqual, BinaryOperator::kGreaterOrEqual, precedence::kComparison},
    {TokenKind::kPlus, BinaryOperator::kAdd, precedence::kAdditive},
    {TokenKind::kMinus, BinaryOperator::kSubtract, precedence::kAdditive},
    {TokenKind::kAsterisk, BinaryOperator::kMultiply, precedence::kMultiplicative},
    {TokenKind::kSlash, BinaryOperator::kDivide, precedence::kMultiplicative},
    {TokenKind::kPercent, BinaryOperator::kModulo, precedence::kMultiplicative},
};

/// What an infix or postfix operator at the current token is read by.
enum class Form { kBinary, kAnd, kOr, kConcat, kIs, kBetween, kLike, kIn, kPeriod, kMembership, kMultiset };

struct Infix {
  Form form;
  int precedence;
  /// kBinary.
  BinaryOperator op = BinaryOperator::kEqual;
};

std::optional<Infix> word_infix(const TokenStream& tokens, size_t ahead, Keyword word) {
  switch (word) {
    case Keyword::kBetween:
      return Infix{Form::kBetween, precedence::kRange};
    case Keyword::kLike:
    case Keyword::kSimilar:
      return Infix{Form::kLike, precedence::kRange};
    case Keyword::kIn:
      return Infix{Form::kIn, precedence::kRange};
    case Keyword::kMember:
    case Keyword::kSubmultiset:
      return Infix{Form::kMembership, precedence::kComparison};
    case Keyword::kOverlaps:
    case Keyword::kContains:
    case Keyword::kEquals:
      return Infix{Form::kPeriod, precedence::kComparison};
    case Keyword::kPrecedes:
    case Keyword::kSucceeds:
      // Not reserved, so only with a period behind it; else it is an alias.
      if (!tokens.peek_is(ahead + 1, TokenKind::kLeftParenthesis)) return std::nullopt;
      return Infix{Form::kPeriod, precedence::kComparison};
    default:
      return std::nullopt;
  }
}

std::optional<Infix> infix_at(const TokenStream& tokens) {
  const Token& token = tokens.current();
  for (const TokenOperator& entry : kTokenOperators) {
    if (entry.token == token.kind) return Infix{Form::kBinary, entry.precedence, entry.op};
  }
  if (token.kind == TokenKind::kConcat) return Infix{Form::kConcat, precedence::kMultiplicative};
  switch (token.keyword) {
    case Keyword::kAnd:
      return Infix{Form::kAnd, precedence::kAnd};
    case Keyword::kOr:
      return Infix{Form::kOr, precedence::kOr};
    case Keyword::kIs: {
      const bool negated = tokens.peek_is(1, Keyword::kNot);
      const bool distinct = tokens.peek_is(negated ? 2 : 1, Keyword::kDistinct);
      return Infix{Form::kIs, distinct ? precedence::kComparison : precedence::kIs};
    }
    case Keyword::kNot: {
      const std::optional<Infix> infix = word_infix(tokens, 1, tokens.peek().keyword);
      return infix && infix->form == Form::kPeriod ? std::nullopt : infix;
    }
    case Keyword::kMultiset:
      return Infix{Form::kMultiset, tokens.peek_is(1, Keyword::kIntersect) ? precedence::kMultisetIntersect
                                                                           : precedence::kMultisetUnion};
    case Keyword::kImmediately:
      return word_infix(tokens, 1, tokens.peek().keyword);
    default:
      return word_infix(tokens, 0, token.keyword);
  }
}

Result<ExpressionPtr> make_binary(TokenStream& tokens, ExpressionPtr left, BinaryOperator op, int precedence) {
  auto node = std::make_unique<BinaryExpression>(left->position);
  node->op = op;
  node->left = std::move(left);
  ASSIGN_OR_RETURN(node->right, parse_expression(tokens, precedence + 1));
  return node;
}

/// A query in `query`, or a list in `items`, from the `(` on. One subquery in parentheses of its own is the query.
Status parse_query_or_list(TokenStream& tokens, QueryPtr& query, std::vector<ExpressionPtr>& items) {
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  if (at_query(tokens)) {
    ASSIGN_OR_RETURN(query, parse_query(tokens));
    return tokens.expect(TokenKind::kRightParenthesis);
  }
  ASSIGN_OR_RETURN(items, parse_expressions(tokens));
  const auto only_subquery = [&] {
    return items.size() == 1 && items[0]->is<SubqueryExpression>() &&
           items[0]->as<SubqueryExpression>().use == SubqueryUse::kScalar;
  };
  if (only_subquery()) {
    query = std::move(items[0]->as<SubqueryExpression>().query);
    items.clear();
    if (at_query_rest(tokens)) {
      ASSIGN_OR_RETURN(query, parse_query_rest(tokens, std::move(query)));
    }
  }
  return tokens.expect(TokenKind::kRightParenthesis);
}

bool at_quantifier(const TokenStream& tokens) {
  const Keyword word = tokens.current().keyword;
  const bool quantifier = word == Keyword::kAll || word == Keyword::kAny || word == Keyword::kSome;
  return quantifier && tokens.peek_is(1, TokenKind::kLeftParenthesis);
}

Result<ExpressionPtr> parse_binary(TokenStream& tokens, ExpressionPtr left, const Infix& infix) {
  tokens.advance();
  if (infix.precedence != precedence::kComparison || !at_quantifier(tokens)) {
    return make_binary(tokens, std::move(left), infix.op, infix.precedence);
  }
  auto node = std::make_unique<QuantifiedComparison>(left->position);
  node->op = infix.op;
  node->operand = std::move(left);
  node->quantifier = tokens.current().keyword == Keyword::kAll ? Quantifier::kAll : Quantifier::kAny;
  tokens.advance();
  RETURN_IF_ERROR(parse_query_or_list(tokens, node->query, node->items));
  return node;
}

/// The whole run of one operator.
Result<ExpressionPtr> parse_chain(TokenStream& tokens, ExpressionPtr left, ChainOperator op, int precedence) {
  const TokenKind kind = tokens.current().kind;
  const Keyword word = tokens.current().keyword;
  auto node = std::make_unique<ChainExpression>(left->position);
  node->op = op;
  node->operands.push_back(std::move(left));
  while (tokens.current().kind == kind && tokens.current().keyword == word) {
    tokens.advance();
    ASSIGN_OR_RETURN(ExpressionPtr operand, parse_expression(tokens, precedence + 1));
    node->operands.push_back(std::move(operand));
  }
  return node;
}

Result<IsTest> parse_is_test(TokenStream& tokens) {
  if (tokens.accept(Keyword::kNull)) return IsTest::kNull;
  if (tokens.accept(Keyword::kTrue)) return IsTest::kTrue;
  if (tokens.accept(Keyword::kFalse)) return IsTest::kFalse;
  if (tokens.accept(Keyword::kUnknown)) return IsTest::kUnknown;
  if (tokens.accept(Keyword::kEmpty)) return IsTest::kEmpty;
  if (tokens.accept(Keyword::kJson)) {
    if (tokens.accept(Keyword::kObject)) return IsTest::kJsonObject;
    if (tokens.accept(Keyword::kArray)) return IsTest::kJsonArray;
    if (tokens.accept(Keyword::kScalar)) return IsTest::kJsonScalar;
    tokens.accept(Keyword::kValue);
    return IsTest::kJsonValue;
  }
  const Token& token = tokens.current();
  const bool a_set = (tokens.text(token) == "A" || tokens.text(token) == "a") && tokens.peek_is(1, Keyword::kSet);
  if (!a_set) return tokens.unexpected();
  tokens.advance();
  tokens.advance();
  return IsTest::kASet;
}

Result<ExpressionPtr> parse_is(TokenStream& tokens, ExpressionPtr left) {
  tokens.advance();
  const bool negated = tokens.accept(Keyword::kNot);
  if (tokens.accept(Keyword::kDistinct)) {
    RETURN_IF_ERROR(tokens.expect(Keyword::kFrom));
    const BinaryOperator op = negated ? BinaryOperator::kIsNotDistinctFrom : BinaryOperator::kIsDistinctFrom;
    return make_binary(tokens, std::move(left), op, precedence::kComparison);
  }
  auto node = std::make_unique<IsExpression>(left->position);
  node->negated = negated;
  node->operand = std::move(left);
  ASSIGN_OR_RETURN(node->test, parse_is_test(tokens));
  return node;
}

Result<ExpressionPtr> parse_between(TokenStream& tokens, ExpressionPtr left) {
  auto node = std::make_unique<BetweenExpression>(left->position);
  node->operand = std::move(left);
  node->negated = tokens.accept(Keyword::kNot);
  RETURN_IF_ERROR(tokens.expect(Keyword::kBetween));
  node->symmetric = tokens.accept(Keyword::kSymmetric);
  if (!node->symmetric) tokens.accept(Keyword::kAsymmetric);
  ASSIGN_OR_RETURN(node->low, parse_expression(tokens, precedence::kAnd + 1));
  RETURN_IF_ERROR(tokens.expect(Keyword::kAnd));
  ASSIGN_OR_RETURN(node->high, parse_expression(tokens, precedence::kRange + 1));
  return node;
}

Result<ExpressionPtr> parse_like(TokenStream& tokens, ExpressionPtr left) {
  auto node = std::make_unique<LikeExpression>(left->position);
  node->operand = std::move(left);
  node->negated = tokens.accept(Keyword::kNot);
  node->similar = tokens.accept(Keyword::kSimilar);
  RETURN_IF_ERROR(tokens.expect(node->similar ? Keyword::kTo : Keyword::kLike));
  ASSIGN_OR_RETURN(node->pattern, parse_expression(tokens, precedence::kRange + 1));
  if (tokens.accept(Keyword::kEscape)) {
    ASSIGN_OR_RETURN(node->escape, parse_expression(tokens, precedence::kRange + 1));
  }
  return node;
}

Result<ExpressionPtr> parse_in(TokenStream& tokens, ExpressionPtr left) {
  auto node = std::make_unique<InExpression>(left->position);
  node->operand = std::move(left);
  node->negated = tokens.accept(Keyword::kNot);
  RETURN_IF_ERROR(tokens.expect(Keyword::kIn));
  RETURN_IF_ERROR(parse_query_or_list(tokens, node->query, node->items));
  return node;
}

Result<ExpressionPtr> parse_period(TokenStream& tokens, ExpressionPtr left) {
  const bool immediately = tokens.accept(Keyword::kImmediately);
  BinaryOperator op = BinaryOperator::kOverlaps;
  switch (tokens.current().keyword) {
    case Keyword::kContains:
      op = BinaryOperator::kContains;
      break;
    case Keyword::kEquals:
      op = BinaryOperator::kPeriodEquals;
      break;
    case Keyword::kPrecedes:
      op = immediately ? BinaryOperator::kImmediatelyPrecedes : BinaryOperator::kPrecedes;
      break;
    case Keyword::kSucceeds:
      op = immediately ? BinaryOperator::kImmediatelySucceeds : BinaryOperator::kSucceeds;
      break;
    default:
      break;
  }
  tokens.advance();
  return make_binary(tokens, std::move(left), op, precedence::kComparison);
}

Result<ExpressionPtr> parse_membership(TokenStream& tokens, ExpressionPtr left) {
  const bool negated = tokens.accept(Keyword::kNot);
  if (tokens.accept(Keyword::kMember)) {
    RETURN_IF_ERROR(tokens.expect(Keyword::kOf));
    return make_binary(tokens, std::move(left), negated ? BinaryOperator::kNotMemberOf : BinaryOperator::kMemberOf,
                       precedence::kComparison);
  }
  RETURN_IF_ERROR(tokens.expect({Keyword::kSubmultiset, Keyword::kOf}));
  return make_binary(tokens, std::move(left),
                     negated ? BinaryOperator::kNotSubmultisetOf : BinaryOperator::kSubmultisetOf,
                     precedence::kComparison);
}

Result<ExpressionPtr> parse_multiset(TokenStream& tokens, ExpressionPtr left, int precedence) {
  tokens.advance();
  BinaryOperator distinct = BinaryOperator::kMultisetUnion;
  BinaryOperator all = BinaryOperator::kMultisetUnionAll;
  if (tokens.accept(Keyword::kIntersect)) {
    distinct = BinaryOperator::kMultisetIntersect;
    all = BinaryOperator::kMultisetIntersectAll;
  } else if (tokens.accept(Keyword::kExcept)) {
    distinct = BinaryOperator::kMultisetExcept;
    all = BinaryOperator::kMultisetExceptAll;
  } else {
    RETURN_IF_ERROR(tokens.expect(Keyword::kUnion));
  }
  const bool is_all = tokens.accept(Keyword::kAll);
  if (!is_all) tokens.accept(Keyword::kDistinct);
  return make_binary(tokens, std::move(left), is_all ? all : distinct, precedence);
}

Result<ExpressionPtr> parse_infix(TokenStream& tokens, ExpressionPtr left, const Infix& infix) {
  switch (infix.form) {
    case Form::kBinary:
      return parse_binary(tokens, std::move(left), infix);
    case Form::kAnd:
      return parse_chain(tokens, std::move(left), ChainOperator::kAnd, infix.precedence);
    case Form::kOr:
      return parse_chain(tokens, std::move(left), ChainOperator::kOr, infix.precedence);
    case Form::kConcat:
      return parse_chain(tokens, std::move(left), ChainOperator::kConcat, infix.precedence);
    case Form::kIs:
      return parse_is(tokens, std::move(left));
    case Form::kBetween:
      return parse_between(tokens, std::move(left));
    case Form::kLike:
      return parse_like(tokens, std::move(left));
    case Form::kIn:
      return parse_in(tokens, std::move(left));
    case Form::kPeriod:
      return parse_period(tokens, std::move(left));
    case Form::kMembership:
      return parse_membership(tokens, std::move(left));
    case Form::kMultiset:
      return parse_multiset(tokens, std::move(left), infix.precedence);
  }
  return tokens.unexpected();
}

std::optional<UnaryOperator> prefix_at(const TokenStream& tokens) {
  const Token& token = tokens.current();
  if (token.kind == TokenKind::kPlus) return UnaryOperator::kPlus;
  if (token.kind == TokenKind::kMinus) return UnaryOperator::kMinus;
  if (token.keyword == Keyword::kNot) return UnaryOperator::kNot;
  // FINAL and RUNNING are names unless a call follows.
  const Token& next = tokens.peek();
  const bool callable = tokens.is_name(next) ||
                        (next.keyword != Keyword::kNoKeyword && keyword_kind(next.keyword) == KeywordKind::kFunction);
  if (!callable || !tokens.peek_is(2, TokenKind::kLeftParenthesis)) return std::nullopt;
  if (token.keyword == Keyword::kRunning) return UnaryOperator::kRunning;
  if (token.keyword == Keyword::kFinal) return UnaryOperator::kFinal;
  return std::nullopt;
}

Result<ExpressionPtr> parse_prefix(TokenStream& tokens) {
  const std::optional<UnaryOperator> op = prefix_at(tokens);
  if (!op) return parse_operand(tokens);
  auto node = make_node<UnaryExpression>(tokens);
  node->op = *op;
  tokens.advance();
  ASSIGN_OR_RETURN(node->operand,
                   parse_expression(tokens, *op == UnaryOperator::kNot ? precedence::kNot : precedence::kSign));
  return node;
}

}  // namespace

Result<ExpressionPtr> parse_expression(TokenStream& tokens, int lowest) {
  Nesting nesting(tokens);
  RETURN_IF_ERROR(nesting.check());
  ASSIGN_OR_RETURN(ExpressionPtr left, parse_prefix(tokens));
  while (true) {
    const std::optional<Infix> infix = infix_at(tokens);
    if (!infix || infix->precedence < lowest) return left;
    RETURN_IF_ERROR(tokens.grow());
    ASSIGN_OR_RETURN(left, parse_infix(tokens, std::move(left), *infix));
  }
}

Result<std::vector<ExpressionPtr>> parse_expressions(TokenStream& tokens) {
  std::vector<ExpressionPtr> expressions;
  do {
    ASSIGN_OR_RETURN(ExpressionPtr expression, parse_expression(tokens));
    expressions.push_back(std::move(expression));
  } while (tokens.accept(TokenKind::kComma));
  return expressions;
}

}  // namespace eddyline::sql
