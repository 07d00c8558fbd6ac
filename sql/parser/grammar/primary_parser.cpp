#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

Result<ExpressionPtr> wrap_subquery(TokenStream& tokens, SourcePosition position, SubqueryUse use) {
  auto node = std::make_unique<SubqueryExpression>(position);
  node->use = use;
  ASSIGN_OR_RETURN(node->query, parse_parenthesized_query(tokens));
  return node;
}

bool is_scalar_subquery(const Expression& expression) {
  return expression.is<SubqueryExpression>() && expression.as<SubqueryExpression>().use == SubqueryUse::kScalar;
}

/// `(query)`, `(a)`, `(a, b)`.
Result<ExpressionPtr> parse_parentheses(TokenStream& tokens) {
  const SourcePosition position = tokens.position();
  tokens.advance();
  if (at_query(tokens)) {
    auto node = std::make_unique<SubqueryExpression>(position);
    ASSIGN_OR_RETURN(node->query, parse_query(tokens));
    RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
    return node;
  }
  ASSIGN_OR_RETURN(ExpressionPtr first, parse_expression(tokens));
  // What began as `((query)` may go on as a query: `((query) UNION (query))`.
  if (is_scalar_subquery(*first) && at_query_rest(tokens)) {
    auto& subquery = first->as<SubqueryExpression>();
    ASSIGN_OR_RETURN(subquery.query, parse_query_rest(tokens, std::move(subquery.query)));
  }
  if (!tokens.at(TokenKind::kComma)) {
    RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
    return first;
  }
  auto row = std::make_unique<RowConstructor>(position);
  row->values.push_back(std::move(first));
  while (tokens.accept(TokenKind::kComma)) {
    ASSIGN_OR_RETURN(ExpressionPtr value, parse_expression(tokens));
    row->values.push_back(std::move(value));
  }
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return row;
}

Result<ExpressionPtr> parse_row(TokenStream& tokens) {
  auto row = make_node<RowConstructor>(tokens);
  row->is_explicit = true;
  tokens.advance();
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  if (tokens.accept(TokenKind::kRightParenthesis)) return row;
  ASSIGN_OR_RETURN(row->values, parse_expressions(tokens));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return row;
}

/// `ARRAY[..]` or `ARRAY(query)`, and so on.
Result<ExpressionPtr> parse_collection(TokenStream& tokens, CollectionType type, SubqueryUse use) {
  const SourcePosition position = tokens.position();
  tokens.advance();
  if (tokens.at(TokenKind::kLeftParenthesis)) return wrap_subquery(tokens, position, use);
  auto node = std::make_unique<CollectionConstructor>(position);
  node->type = type;
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftBracket));
  if (!tokens.at(TokenKind::kRightBracket)) {
    ASSIGN_OR_RETURN(node->values, parse_expressions(tokens));
  }
  if (type == CollectionType::kMap && node->values.size() % 2 != 0) {
    return validation_error("Map requires an even number of arguments").at(position);
  }
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightBracket));
  return node;
}

Result<ExpressionPtr> parse_case(TokenStream& tokens) {
  auto node = make_node<CaseExpression>(tokens);
  tokens.advance();
  if (!tokens.at(Keyword::kWhen)) {
    ASSIGN_OR_RETURN(node->operand, parse_expression(tokens));
  }
  RETURN_IF_ERROR(tokens.expect(Keyword::kWhen));
  do {
    CaseBranch branch;
    if (node->operand) {
      ASSIGN_OR_RETURN(branch.conditions, parse_expressions(tokens));
    } else {
      ASSIGN_OR_RETURN(ExpressionPtr condition, parse_expression(tokens));
      branch.conditions.push_back(std::move(condition));
    }
    RETURN_IF_ERROR(tokens.expect(Keyword::kThen));
    ASSIGN_OR_RETURN(branch.result, parse_expression(tokens));
    node->branches.push_back(std::move(branch));
  } while (tokens.accept(Keyword::kWhen));
  if (tokens.accept(Keyword::kElse)) {
    ASSIGN_OR_RETURN(node->otherwise, parse_expression(tokens));
  }
  RETURN_IF_ERROR(tokens.expect(Keyword::kEnd));
  return node;
}

Result<ExpressionPtr> parse_cast(TokenStream& tokens) {
  auto node = make_node<CastExpression>(tokens);
  node->is_try = tokens.current().keyword == Keyword::kTryCast;
  tokens.advance();
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  ASSIGN_OR_RETURN(node->operand, parse_expression(tokens));
  RETURN_IF_ERROR(tokens.expect(Keyword::kAs));
  ASSIGN_OR_RETURN(node->type, parse_cast_type(tokens));
  if (tokens.at(Keyword::kFormat)) return not_supported("CAST with FORMAT").at(tokens.position());
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return node;
}

Result<ExpressionPtr> parse_descriptor(TokenStream& tokens) {
  auto node = make_node<Descriptor>(tokens);
  tokens.advance();
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  do {
    ASSIGN_OR_RETURN(QualifiedName column, tokens.qualified_name());
    node->columns.push_back(std::move(column));
  } while (tokens.accept(TokenKind::kComma));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return node;
}

Result<ExpressionPtr> parse_call_expression(TokenStream& tokens, QualifiedName name) {
  ASSIGN_OR_RETURN(std::unique_ptr<FunctionCall> call, parse_call(tokens, std::move(name)));
  return call;
}

/// `CURRENT_DATE`, `LOCALTIME(3)`.
Result<ExpressionPtr> parse_niladic(TokenStream& tokens) {
  const Token token = tokens.current();
  QualifiedName name{{Identifier{std::string(tokens.text(token)), token.position, false}}};
  tokens.advance();
  if (tokens.at(TokenKind::kLeftParenthesis)) return parse_call_expression(tokens, std::move(name));
  auto call = std::make_unique<FunctionCall>(token.position);
  call->name = std::move(name);
  call->bare = true;
  return call;
}

/// A reserved word that may be called.
Result<ExpressionPtr> parse_function_word(TokenStream& tokens) {
  const Token token = tokens.current();
  QualifiedName name{{Identifier{std::string(tokens.text(token)), token.position, false}}};
  tokens.advance();
  return parse_call_expression(tokens, std::move(name));
}

/// `N'..'`, `_UTF16'..'`.
bool at_character_set_literal(const TokenStream& tokens) {
  const Token& token = tokens.current();
  if (token.kind != TokenKind::kWord || !tokens.peek_is(1, TokenKind::kString)) return false;
  const std::string_view word = tokens.text(token);
  return tokens.peek().offset == token.offset + token.length && (word == "N" || word == "n" || word.front() == '_');
}

Result<ExpressionPtr> parse_name_or_call(TokenStream& tokens) {
  if (at_character_set_literal(tokens)) {
    return not_supported("string literals with a character set").at(tokens.position());
  }
  const SourcePosition position = tokens.position();
  ASSIGN_OR_RETURN(QualifiedName name, tokens.qualified_name());
  if (tokens.at(TokenKind::kLeftParenthesis)) return parse_call_expression(tokens, std::move(name));
  auto column = std::make_unique<ColumnReference>(position);
  column->name = std::move(name);
  return column;
}

/// What begins with a word of the language; without value if the word begins nothing special.
Result<std::optional<ExpressionPtr>> parse_word(TokenStream& tokens) {
  const auto found = [](Result<ExpressionPtr> result) -> Result<std::optional<ExpressionPtr>> {
    ASSIGN_OR_RETURN(ExpressionPtr expression, std::move(result));
    return std::optional<ExpressionPtr>(std::move(expression));
  };
  const SourcePosition position = tokens.position();
  const bool call = tokens.peek_is(1, TokenKind::kLeftParenthesis);
  switch (tokens.current().keyword) {
    case Keyword::kCase:
      return found(parse_case(tokens));
    case Keyword::kDefault:
      tokens.advance();
      return found(ExpressionPtr(std::make_unique<DefaultValue>(position)));
    case Keyword::kCast:
      return found(parse_cast(tokens));
    case Keyword::kTryCast:
      if (!call) return std::optional<ExpressionPtr>();
      return found(parse_cast(tokens));
    case Keyword::kRow:
      return found(parse_row(tokens));
    case Keyword::kArray:
      return found(parse_collection(tokens, CollectionType::kArray, SubqueryUse::kArray));
    case Keyword::kMultiset:
      return found(parse_collection(tokens, CollectionType::kMultiset, SubqueryUse::kMultiset));
    case Keyword::kMap:
      if (!call && !tokens.peek_is(1, TokenKind::kLeftBracket)) return std::optional<ExpressionPtr>();
      return found(parse_collection(tokens, CollectionType::kMap, SubqueryUse::kMap));
    case Keyword::kExists:
      tokens.advance();
      return found(wrap_subquery(tokens, position, SubqueryUse::kExists));
    case Keyword::kUnique:
      tokens.advance();
      return found(wrap_subquery(tokens, position, SubqueryUse::kUnique));
    case Keyword::kDescriptor:
      if (!call) return std::optional<ExpressionPtr>();
      return found(parse_descriptor(tokens));
    case Keyword::kCursor:
      return not_supported("CURSOR").at(position);
    case Keyword::kNext:
    case Keyword::kCurrent:
      return not_supported("sequences (NEXT VALUE FOR, CURRENT VALUE FOR)").at(position);
    default:
      return std::optional<ExpressionPtr>();
  }
}

Result<ExpressionPtr> parse_primary(TokenStream& tokens) {
  const Token& token = tokens.current();
  if (at_literal(tokens)) return parse_literal(tokens);
  if (token.kind == TokenKind::kLeftParenthesis) return parse_parentheses(tokens);
  if (token.kind == TokenKind::kQuestionMark) return not_supported("dynamic parameters (?)").at(token.position);
  if (token.kind == TokenKind::kLeftBrace) return not_supported("escape sequences in braces").at(token.position);
  if (at_special_call(tokens)) return parse_special_call(tokens);
  if (at_json_call(tokens)) return parse_json_call(tokens);
  ASSIGN_OR_RETURN(std::optional<ExpressionPtr> special, parse_word(tokens));
  if (special) return std::move(*special);
  if (tokens.is_name(token)) return parse_name_or_call(tokens);
  if (token.keyword != Keyword::kNoKeyword) {
    if (keyword_kind(token.keyword) == KeywordKind::kNiladic) return parse_niladic(tokens);
    if (keyword_kind(token.keyword) == KeywordKind::kFunction) return parse_function_word(tokens);
  }
  tokens.allow("<EXPRESSION>");
  return tokens.unexpected();
}

}  // namespace

Result<ExpressionPtr> parse_operand(TokenStream& tokens) {
  ASSIGN_OR_RETURN(ExpressionPtr operand, parse_primary(tokens));
  while (true) {
    if (tokens.accept(TokenKind::kLeftBracket)) {
      RETURN_IF_ERROR(tokens.grow());
      auto access = std::make_unique<ElementAccess>(operand->position);
      access->collection = std::move(operand);
      ASSIGN_OR_RETURN(access->index, parse_expression(tokens));
      RETURN_IF_ERROR(tokens.expect(TokenKind::kRightBracket));
      operand = std::move(access);
    } else if (tokens.accept(TokenKind::kDot)) {
      RETURN_IF_ERROR(tokens.grow());
      auto access = std::make_unique<FieldAccess>(operand->position);
      access->operand = std::move(operand);
      ASSIGN_OR_RETURN(access->field, tokens.name());
      operand = std::move(access);
    } else {
      break;
    }
  }
  if (tokens.current().keyword == Keyword::kAt) return not_supported("AT TIME ZONE").at(tokens.position());
  return operand;
}

}  // namespace eddyline::sql
