#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

/// `PARTITION BY k`, `PARTITION BY (k, l)`: the short form has one key, as a comma ends the argument.
template <class Item, class ParseItem>
Result<std::vector<Item>> parse_set_semantics(TokenStream& tokens, ParseItem parse_item) {
  std::vector<Item> items;
  const bool list = tokens.accept(TokenKind::kLeftParenthesis);
  do {
    ASSIGN_OR_RETURN(Item item, parse_item());
    items.push_back(std::move(item));
  } while (list && tokens.accept(TokenKind::kComma));
  if (list) RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return items;
}

Result<OrderItem> parse_order_item_without_list(TokenStream& tokens) {
  OrderItem item;
  ASSIGN_OR_RETURN(item.expression, parse_expression(tokens));
  item.descending = tokens.accept(Keyword::kDesc);
  if (!item.descending) tokens.accept(Keyword::kAsc);
  if (tokens.accept(Keyword::kNulls)) {
    item.nulls_first = tokens.accept(Keyword::kFirst);
    if (!*item.nulls_first) RETURN_IF_ERROR(tokens.expect(Keyword::kLast));
  }
  return item;
}

Status parse_table_clauses(TokenStream& tokens, TableArgument& argument) {
  if (tokens.accept({Keyword::kPartition, Keyword::kBy})) {
    ASSIGN_OR_RETURN(argument.partition_by,
                     parse_set_semantics<ExpressionPtr>(tokens, [&] { return parse_expression(tokens); }));
  }
  if (tokens.accept({Keyword::kOrder, Keyword::kBy})) {
    ASSIGN_OR_RETURN(argument.order_by,
                     parse_set_semantics<OrderItem>(tokens, [&] { return parse_order_item_without_list(tokens); }));
  }
  return {};
}

/// `TABLE t`, `TABLE (query)`.
Result<ExpressionPtr> parse_table_argument(TokenStream& tokens) {
  auto argument = make_node<TableArgument>(tokens);
  RETURN_IF_ERROR(tokens.expect(Keyword::kTable));
  if (tokens.at(TokenKind::kLeftParenthesis)) {
    ASSIGN_OR_RETURN(argument->query, parse_parenthesized_query(tokens));
  } else {
    ASSIGN_OR_RETURN(argument->table, tokens.qualified_name());
  }
  RETURN_IF_ERROR(parse_table_clauses(tokens, *argument));
  return argument;
}

/// A subquery that goes on as a table: `(query) PARTITION BY k`.
Result<ExpressionPtr> to_table_argument(TokenStream& tokens, ExpressionPtr value) {
  auto argument = std::make_unique<TableArgument>(value->position);
  argument->query = std::move(value->as<SubqueryExpression>().query);
  RETURN_IF_ERROR(parse_table_clauses(tokens, *argument));
  return argument;
}

Result<ExpressionPtr> parse_argument_value(TokenStream& tokens) {
  if (tokens.at(Keyword::kTable)) return parse_table_argument(tokens);
  if (at_star(tokens)) return parse_star(tokens);
  ASSIGN_OR_RETURN(ExpressionPtr value, parse_expression(tokens));
  const bool table = value->is<SubqueryExpression>() && value->as<SubqueryExpression>().use == SubqueryUse::kScalar &&
                     (tokens.at(Keyword::kPartition) || tokens.at(Keyword::kOrder));
  if (table) return to_table_argument(tokens, std::move(value));
  return value;
}

Result<FunctionArgument> parse_argument(TokenStream& tokens) {
  FunctionArgument argument;
  if (tokens.is_name(tokens.current()) && tokens.peek_is(1, TokenKind::kNamedArgument)) {
    ASSIGN_OR_RETURN(argument.name, tokens.name());
    tokens.advance();
  }
  ASSIGN_OR_RETURN(argument.value, parse_argument_value(tokens));
  return argument;
}

NullTreatment parse_null_treatment(TokenStream& tokens) {
  if (tokens.accept({Keyword::kIgnore, Keyword::kNulls})) return NullTreatment::kIgnore;
  if (tokens.accept({Keyword::kRespect, Keyword::kNulls})) return NullTreatment::kRespect;
  return NullTreatment::kNone;
}

/// From behind the `(` to behind the `)`.
Status parse_arguments(TokenStream& tokens, FunctionCall& call) {
  if (tokens.accept(TokenKind::kRightParenthesis)) return {};
  if (tokens.accept(Keyword::kDistinct)) {
    call.quantifier = SetQuantifier::kDistinct;
  } else if (tokens.accept(Keyword::kAll)) {
    call.quantifier = SetQuantifier::kAll;
  }
  if (call.quantifier != SetQuantifier::kNone && tokens.at(TokenKind::kAsterisk)) return tokens.unexpected();
  do {
    ASSIGN_OR_RETURN(FunctionArgument argument, parse_argument(tokens));
    call.arguments.push_back(std::move(argument));
  } while (tokens.accept(TokenKind::kComma));
  call.null_treatment = parse_null_treatment(tokens);
  ASSIGN_OR_RETURN(call.order_by, parse_order_by(tokens));
  return tokens.expect(TokenKind::kRightParenthesis);
}

Status parse_over(TokenStream& tokens, FunctionCall& call) {
  if (!tokens.accept(Keyword::kOver)) return {};
  OverClause over;
  if (tokens.at(TokenKind::kLeftParenthesis)) {
    ASSIGN_OR_RETURN(over.specification, parse_window_specification(tokens));
  } else {
    ASSIGN_OR_RETURN(over.name, tokens.name());
  }
  call.over = std::move(over);
  return {};
}

}  // namespace

Result<std::unique_ptr<FunctionCall>> parse_call(TokenStream& tokens, QualifiedName name) {
  auto call = std::make_unique<FunctionCall>(name.position());
  call->name = std::move(name);
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  RETURN_IF_ERROR(parse_arguments(tokens, *call));
  const NullTreatment behind = parse_null_treatment(tokens);
  if (behind != NullTreatment::kNone) call->null_treatment = behind;
  if (tokens.accept(Keyword::kWithin)) {
    RETURN_IF_ERROR(tokens.expect(Keyword::kGroup));
    RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
    RETURN_IF_ERROR(tokens.expect({Keyword::kOrder, Keyword::kBy}));
    ASSIGN_OR_RETURN(call->within_group, parse_order_items(tokens));
    RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  }
  ASSIGN_OR_RETURN(call->filter, parse_filter(tokens));
  RETURN_IF_ERROR(parse_over(tokens, *call));
  return call;
}

bool at_star(TokenStream& tokens) {
  size_t ahead = 0;
  while (tokens.is_name(tokens.peek(ahead)) && tokens.peek_is(ahead + 1, TokenKind::kDot)) ahead += 2;
  return tokens.peek_is(ahead, TokenKind::kAsterisk);
}

Result<ExpressionPtr> parse_star(TokenStream& tokens) {
  auto star = make_node<Star>(tokens);
  while (!tokens.at(TokenKind::kAsterisk)) {
    ASSIGN_OR_RETURN(Identifier part, tokens.name());
    star->qualifier.parts.push_back(std::move(part));
    RETURN_IF_ERROR(tokens.expect(TokenKind::kDot));
  }
  tokens.advance();
  return star;
}

Result<ExpressionPtr> parse_filter(TokenStream& tokens) {
  if (!tokens.accept(Keyword::kFilter)) return ExpressionPtr();
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  RETURN_IF_ERROR(tokens.expect(Keyword::kWhere));
  ASSIGN_OR_RETURN(ExpressionPtr condition, parse_expression(tokens));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return condition;
}

Result<std::vector<OrderItem>> parse_order_items(TokenStream& tokens) {
  std::vector<OrderItem> items;
  do {
    ASSIGN_OR_RETURN(OrderItem item, parse_order_item_without_list(tokens));
    items.push_back(std::move(item));
  } while (tokens.accept(TokenKind::kComma));
  return items;
}

Result<std::vector<OrderItem>> parse_order_by(TokenStream& tokens) {
  if (!tokens.accept(Keyword::kOrder)) return std::vector<OrderItem>();
  RETURN_IF_ERROR(tokens.expect(Keyword::kBy));
  return parse_order_items(tokens);
}

}  // namespace eddyline::sql
