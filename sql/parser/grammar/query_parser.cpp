#include <optional>

#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

constexpr int kUnionPrecedence = 1;
constexpr int kIntersectPrecedence = 2;

struct SetOperatorAt {
  SetOperator op;
  int precedence;
};

std::optional<SetOperatorAt> set_operator_at(const TokenStream& tokens) {
  switch (tokens.current().keyword) {
    case Keyword::kUnion:
      return SetOperatorAt{SetOperator::kUnion, kUnionPrecedence};
    case Keyword::kExcept:
      return SetOperatorAt{SetOperator::kExcept, kUnionPrecedence};
    case Keyword::kIntersect:
      return SetOperatorAt{SetOperator::kIntersect, kIntersectPrecedence};
    default:
      return std::nullopt;
  }
}

Result<CommonTableExpression> parse_common_table(TokenStream& tokens) {
  CommonTableExpression table;
  ASSIGN_OR_RETURN(table.name, tokens.name());
  if (tokens.at(TokenKind::kLeftParenthesis)) {
    ASSIGN_OR_RETURN(table.columns, parse_name_list(tokens));
  }
  RETURN_IF_ERROR(tokens.expect(Keyword::kAs));
  ASSIGN_OR_RETURN(table.query, parse_parenthesized_query(tokens));
  return table;
}

Status parse_with(TokenStream& tokens, Query& query) {
  if (!tokens.accept(Keyword::kWith)) return {};
  query.recursive = tokens.accept(Keyword::kRecursive);
  do {
    ASSIGN_OR_RETURN(CommonTableExpression table, parse_common_table(tokens));
    query.with.push_back(std::move(table));
  } while (tokens.accept(TokenKind::kComma));
  return {};
}

Result<Values> parse_values(TokenStream& tokens) {
  Values values;
  RETURN_IF_ERROR(tokens.expect(Keyword::kValues));
  ASSIGN_OR_RETURN(values.rows, parse_expressions(tokens));
  return values;
}

/// SELECT, VALUES, TABLE t, or a query in parentheses.
Result<QueryPtr> parse_query_operand(TokenStream& tokens) {
  if (tokens.at(TokenKind::kLeftParenthesis)) return parse_parenthesized_query(tokens);
  auto query = std::make_unique<Query>();
  query->position = tokens.position();
  if (tokens.at(Keyword::kSelect)) {
    ASSIGN_OR_RETURN(query->body, parse_select(tokens));
  } else if (tokens.at(Keyword::kValues)) {
    ASSIGN_OR_RETURN(query->body, parse_values(tokens));
  } else if (tokens.accept(Keyword::kTable)) {
    ExplicitTable table;
    ASSIGN_OR_RETURN(table.name, tokens.qualified_name());
    query->body = std::move(table);
  } else {
    return tokens.unexpected();
  }
  return query;
}

Result<QueryPtr> parse_set_operations(TokenStream& tokens, QueryPtr left, int lowest);

/// The run of one operator with the same ALL.
Result<QueryPtr> parse_set_run(TokenStream& tokens, QueryPtr left, const SetOperatorAt& first) {
  auto query = std::make_unique<Query>();
  query->position = left->position;
  SetOperation operation;
  operation.op = first.op;
  operation.inputs.push_back(std::move(left));
  const Keyword word = tokens.current().keyword;
  operation.all = tokens.peek_is(1, Keyword::kAll);
  while (tokens.current().keyword == word && tokens.peek_is(1, Keyword::kAll) == operation.all) {
    tokens.advance();
    if (!tokens.accept(Keyword::kAll)) tokens.accept(Keyword::kDistinct);
    if (tokens.at(Keyword::kCorresponding)) return not_supported("CORRESPONDING").at(tokens.position());
    ASSIGN_OR_RETURN(QueryPtr input, parse_query_operand(tokens));
    ASSIGN_OR_RETURN(input, parse_set_operations(tokens, std::move(input), first.precedence + 1));
    operation.inputs.push_back(std::move(input));
  }
  query->body = std::move(operation);
  return query;
}

Result<QueryPtr> parse_set_operations(TokenStream& tokens, QueryPtr left, int lowest) {
  while (true) {
    const std::optional<SetOperatorAt> op = set_operator_at(tokens);
    if (!op || op->precedence < lowest) return left;
    RETURN_IF_ERROR(tokens.grow());
    ASSIGN_OR_RETURN(left, parse_set_run(tokens, std::move(left), *op));
  }
}

Status parse_limit(TokenStream& tokens, Query& query) {
  if (tokens.accept(Keyword::kAll)) return {};
  ASSIGN_OR_RETURN(query.fetch, parse_expression(tokens));
  if (query.offset || !tokens.accept(TokenKind::kComma)) return {};
  // LIMIT start, count
  query.offset = std::move(query.fetch);
  ASSIGN_OR_RETURN(query.fetch, parse_expression(tokens));
  return {};
}

ExpressionPtr make_one(SourcePosition position) {
  auto literal = std::make_unique<Literal>(position);
  literal->type = LiteralType::kExactNumeric;
  literal->text = "1";
  return literal;
}

bool accept_rows_word(TokenStream& tokens) {
  return tokens.accept(Keyword::kRow) || tokens.accept(Keyword::kRows);
}

/// FETCH {FIRST | NEXT} [n] {ROW | ROWS} ONLY.
Status parse_fetch(TokenStream& tokens, Query& query) {
  if (!tokens.accept(Keyword::kFirst)) RETURN_IF_ERROR(tokens.expect(Keyword::kNext));
  const SourcePosition position = tokens.position();
  if (accept_rows_word(tokens)) {
    query.fetch = make_one(position);
  } else {
    ASSIGN_OR_RETURN(query.fetch, parse_expression(tokens));
    if (!accept_rows_word(tokens)) return tokens.unexpected();
  }
  return tokens.expect(Keyword::kOnly);
}

/// ORDER BY, LIMIT, OFFSET, FETCH.
Status parse_order_and_limit(TokenStream& tokens, Query& query) {
  ASSIGN_OR_RETURN(query.order_by, parse_order_by(tokens));
  bool limited = false;
  if (tokens.accept(Keyword::kLimit)) {
    RETURN_IF_ERROR(parse_limit(tokens, query));
    limited = true;
  }
  if (!query.offset && tokens.accept(Keyword::kOffset)) {
    ASSIGN_OR_RETURN(query.offset, parse_expression(tokens));
    accept_rows_word(tokens);
    if (!limited && tokens.accept(Keyword::kLimit)) return parse_limit(tokens, query);
  }
  if (!limited && tokens.accept(Keyword::kFetch)) return parse_fetch(tokens, query);
  return {};
}

/// Puts a body around a query that has clauses of its own, so that new clauses have a place.
QueryPtr wrap_query(QueryPtr inner) {
  auto outer = std::make_unique<Query>();
  outer->position = inner->position;
  SetOperation single;
  single.inputs.push_back(std::move(inner));
  outer->body = std::move(single);
  return outer;
}

/// Set operators and clauses behind the first operand.
Result<QueryPtr> finish_query(TokenStream& tokens, QueryPtr first) {
  ASSIGN_OR_RETURN(QueryPtr query, parse_set_operations(tokens, std::move(first), kUnionPrecedence));
  Query clauses;
  RETURN_IF_ERROR(parse_order_and_limit(tokens, clauses));
  if (clauses.is_plain()) return query;
  if (!query->is_plain()) {
    RETURN_IF_ERROR(tokens.grow());
    query = wrap_query(std::move(query));
  }
  query->order_by = std::move(clauses.order_by);
  query->offset = std::move(clauses.offset);
  query->fetch = std::move(clauses.fetch);
  return query;
}

}  // namespace

bool at_query(TokenStream& tokens) {
  if (tokens.at(Keyword::kSelect) || tokens.at(Keyword::kValues) || tokens.at(Keyword::kWith)) return true;
  return tokens.current().keyword == Keyword::kTable && !tokens.peek_is(1, TokenKind::kLeftParenthesis);
}

Result<QueryPtr> parse_query(TokenStream& tokens) {
  Nesting nesting(tokens);
  RETURN_IF_ERROR(nesting.check());
  Query prefix;
  prefix.position = tokens.position();
  RETURN_IF_ERROR(parse_with(tokens, prefix));
  ASSIGN_OR_RETURN(QueryPtr first, parse_query_operand(tokens));
  ASSIGN_OR_RETURN(QueryPtr query, finish_query(tokens, std::move(first)));
  if (prefix.with.empty()) return query;
  if (!query->with.empty()) {
    RETURN_IF_ERROR(tokens.grow());
    query = wrap_query(std::move(query));
  }
  query->position = prefix.position;
  query->recursive = prefix.recursive;
  query->with = std::move(prefix.with);
  return query;
}

bool at_query_rest(TokenStream& tokens) {
  switch (tokens.current().keyword) {
    case Keyword::kUnion:
    case Keyword::kExcept:
    case Keyword::kIntersect:
    case Keyword::kOrder:
    case Keyword::kLimit:
    case Keyword::kOffset:
    case Keyword::kFetch:
      return true;
    default:
      return false;
  }
}

Result<QueryPtr> parse_query_rest(TokenStream& tokens, QueryPtr first) {
  RETURN_IF_ERROR(tokens.grow());
  return finish_query(tokens, std::move(first));
}

Result<QueryPtr> parse_parenthesized_query(TokenStream& tokens) {
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  ASSIGN_OR_RETURN(QueryPtr query, parse_query(tokens));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return query;
}

}  // namespace eddyline::sql
