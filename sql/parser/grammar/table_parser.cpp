#include <optional>
#include <variant>

#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

Status parse_alias(TokenStream& tokens, TableReference& table) {
  if (tokens.accept(Keyword::kAs) || tokens.at_name()) {
    if (tokens.current().keyword == Keyword::kPivot || tokens.current().keyword == Keyword::kUnpivot) {
      if (tokens.peek_is(1, TokenKind::kLeftParenthesis)) {
        return not_supported(keyword_text(tokens.current().keyword)).at(tokens.position());
      }
    }
    ASSIGN_OR_RETURN(table.alias, tokens.name());
    if (tokens.at(TokenKind::kLeftParenthesis)) {
      ASSIGN_OR_RETURN(table.column_aliases, parse_name_list(tokens));
    }
  }
  if (tokens.at(Keyword::kTablesample)) return not_supported("TABLESAMPLE").at(tokens.position());
  return {};
}

/// MATCH_RECOGNIZE and alias, which may follow every table.
Result<TableReferencePtr> finish_table(TokenStream& tokens, TableReferencePtr table) {
  if (tokens.at(Keyword::kMatchRecognize)) {
    RETURN_IF_ERROR(tokens.grow());
    ASSIGN_OR_RETURN(table, parse_match_recognize(tokens, std::move(table)));
  }
  RETURN_IF_ERROR(parse_alias(tokens, *table));
  return table;
}

TableReferencePtr make_derived(SourcePosition position, bool lateral, QueryPtr query) {
  auto table = std::make_unique<DerivedTable>(position);
  table->lateral = lateral;
  table->query = std::move(query);
  return table;
}

Result<TableReferencePtr> parse_named(TokenStream& tokens, QualifiedName name) {
  auto table = std::make_unique<NamedTable>(name.position());
  table->name = std::move(name);
  if (at_hints(tokens)) {
    ASSIGN_OR_RETURN(table->hints, parse_hints(tokens));
  }
  if (tokens.accept(Keyword::kFor)) {
    RETURN_IF_ERROR(tokens.expect({Keyword::kSystemTime, Keyword::kAs, Keyword::kOf}));
    ASSIGN_OR_RETURN(table->system_time, parse_expression(tokens));
  }
  return table;
}

/// `f(..)` of TABLE(f(..)): the name of a function may be a word like LEFT.
Result<std::unique_ptr<FunctionCall>> parse_table_call(TokenStream& tokens) {
  ASSIGN_OR_RETURN(QualifiedName name, tokens.qualified_name());
  return parse_call(tokens, std::move(name));
}

/// `TABLE(f(..))`.
Result<TableReferencePtr> parse_table_function(TokenStream& tokens, SourcePosition position, bool lateral) {
  auto table = std::make_unique<TableFunction>(position);
  table->lateral = lateral;
  table->table_keyword = true;
  RETURN_IF_ERROR(tokens.expect(Keyword::kTable));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  ASSIGN_OR_RETURN(table->call, parse_table_call(tokens));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return table;
}

/// A name alone or `f(..)`.
Result<TableReferencePtr> parse_name_or_function(TokenStream& tokens, SourcePosition position, bool lateral) {
  ASSIGN_OR_RETURN(QualifiedName name, tokens.qualified_name());
  if (!tokens.at(TokenKind::kLeftParenthesis)) {
    if (lateral) return tokens.unexpected();
    return parse_named(tokens, std::move(name));
  }
  auto table = std::make_unique<TableFunction>(position);
  table->lateral = lateral;
  ASSIGN_OR_RETURN(table->call, parse_call(tokens, std::move(name)));
  return table;
}

Result<TableReferencePtr> parse_unnest(TokenStream& tokens) {
  auto table = make_node<Unnest>(tokens);
  tokens.advance();
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  ASSIGN_OR_RETURN(table->collections, parse_expressions(tokens));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  table->with_ordinality = tokens.accept({Keyword::kWith, Keyword::kOrdinality});
  return table;
}

/// What stands in parentheses of FROM.
using Parenthesized = std::variant<QueryPtr, TableReferencePtr>;

Result<TableReferencePtr> parse_table(TokenStream& tokens);
Result<TableReferencePtr> parse_joins(TokenStream& tokens, TableReferencePtr left);

/// `(query)`, `(a JOIN b)`, and both with more parentheses around.
Result<Parenthesized> parse_parentheses(TokenStream& tokens) {
  Nesting nesting(tokens);
  RETURN_IF_ERROR(nesting.check());
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  const SourcePosition inner_position = tokens.position();
  TableReferencePtr first;
  if (at_query(tokens)) {
    ASSIGN_OR_RETURN(QueryPtr query, parse_query(tokens));
    RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
    return Parenthesized(std::move(query));
  }
  if (tokens.at(TokenKind::kLeftParenthesis)) {
    ASSIGN_OR_RETURN(Parenthesized inner, parse_parentheses(tokens));
    if (auto* query = std::get_if<QueryPtr>(&inner)) {
      if (at_query_rest(tokens)) {
        ASSIGN_OR_RETURN(*query, parse_query_rest(tokens, std::move(*query)));
      }
      if (tokens.accept(TokenKind::kRightParenthesis)) return inner;
      ASSIGN_OR_RETURN(first, finish_table(tokens, make_derived(inner_position, false, std::move(*query))));
    } else {
      first = std::move(std::get<TableReferencePtr>(inner));
    }
  } else {
    ASSIGN_OR_RETURN(first, parse_table(tokens));
  }
  ASSIGN_OR_RETURN(first, parse_joins(tokens, std::move(first)));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return Parenthesized(std::move(first));
}

/// A table in parentheses; only a query may have an alias behind them.
Result<TableReferencePtr> parse_parenthesized_table(TokenStream& tokens) {
  const SourcePosition position = tokens.position();
  ASSIGN_OR_RETURN(Parenthesized inner, parse_parentheses(tokens));
  auto* query = std::get_if<QueryPtr>(&inner);
  if (query == nullptr) return std::move(std::get<TableReferencePtr>(inner));
  return finish_table(tokens, make_derived(position, false, std::move(*query)));
}

Result<TableReferencePtr> parse_lateral(TokenStream& tokens) {
  const SourcePosition position = tokens.position();
  tokens.advance();
  if (tokens.at(TokenKind::kLeftParenthesis)) {
    ASSIGN_OR_RETURN(QueryPtr query, parse_parenthesized_query(tokens));
    return make_derived(position, true, std::move(query));
  }
  if (tokens.at(Keyword::kTable)) return parse_table_function(tokens, position, true);
  return parse_name_or_function(tokens, position, true);
}

Result<TableReferencePtr> parse_bare_table(TokenStream& tokens) {
  if (tokens.at(Keyword::kLateral)) return parse_lateral(tokens);
  if (tokens.at(Keyword::kTable)) return parse_table_function(tokens, tokens.position(), false);
  if (tokens.at(Keyword::kUnnest)) return parse_unnest(tokens);
  return parse_name_or_function(tokens, tokens.position(), false);
}

Result<TableReferencePtr> parse_table(TokenStream& tokens) {
  if (tokens.at(TokenKind::kLeftParenthesis)) return parse_parenthesized_table(tokens);
  ASSIGN_OR_RETURN(TableReferencePtr table, parse_bare_table(tokens));
  return finish_table(tokens, std::move(table));
}

/// `[NATURAL] [LEFT [OUTER]] JOIN` and so on; nothing if no join follows.
Result<std::optional<JoinKind>> parse_join_kind(TokenStream& tokens) {
  std::optional<JoinKind> kind;
  if (tokens.accept(Keyword::kJoin)) return std::optional(JoinKind::kInner);
  if (tokens.accept(Keyword::kInner)) {
    kind = JoinKind::kInner;
  } else if (tokens.accept(Keyword::kCross)) {
    kind = JoinKind::kCross;
  } else if (tokens.accept(Keyword::kLeft)) {
    kind = JoinKind::kLeft;
  } else if (tokens.accept(Keyword::kRight)) {
    kind = JoinKind::kRight;
  } else if (tokens.accept(Keyword::kFull)) {
    kind = JoinKind::kFull;
  } else {
    return kind;
  }
  if (kind != JoinKind::kInner && kind != JoinKind::kCross) tokens.accept(Keyword::kOuter);
  RETURN_IF_ERROR(tokens.expect(Keyword::kJoin));
  return kind;
}

Status parse_join_condition(TokenStream& tokens, Join& join) {
  const SourcePosition position = tokens.position();
  // The ON of `ON CONFLICT DO` belongs to the INSERT around.
  const bool conflict_clause = tokens.peek_is(1, Keyword::kConflict) && tokens.peek_is(2, Keyword::kDo);
  if (!conflict_clause && tokens.accept(Keyword::kOn)) {
    ASSIGN_OR_RETURN(join.condition, parse_expression(tokens));
  } else if (tokens.accept(Keyword::kUsing)) {
    ASSIGN_OR_RETURN(join.using_columns, parse_name_list(tokens));
  }
  const bool conditional = join.condition || !join.using_columns.empty();
  if (join.natural && conditional) {
    return validation_error("Cannot specify NATURAL keyword with ON or USING clause").at(position);
  }
  if (join.join_kind == JoinKind::kCross && (conditional || join.natural)) {
    return validation_error("Cannot specify condition (NATURAL keyword, or ON or USING clause) following CROSS JOIN")
        .at(position);
  }
  if (join.join_kind != JoinKind::kCross && !conditional && !join.natural) {
    return validation_error(
               "INNER, LEFT, RIGHT or FULL join requires a condition (NATURAL keyword or ON or USING clause)")
        .at(join.position);
  }
  return {};
}

Result<TableReferencePtr> parse_joins(TokenStream& tokens, TableReferencePtr left) {
  while (true) {
    const SourcePosition position = tokens.position();
    const bool natural = tokens.accept(Keyword::kNatural);
    ASSIGN_OR_RETURN(const std::optional<JoinKind> kind, parse_join_kind(tokens));
    if (!kind) return natural ? Result<TableReferencePtr>(tokens.unexpected()) : std::move(left);
    RETURN_IF_ERROR(tokens.grow());
    auto join = std::make_unique<Join>(position);
    join->natural = natural;
    join->join_kind = *kind;
    join->left = std::move(left);
    ASSIGN_OR_RETURN(join->right, parse_table(tokens));
    RETURN_IF_ERROR(parse_join_condition(tokens, *join));
    left = std::move(join);
  }
}

Result<TableReferencePtr> parse_joined_table(TokenStream& tokens) {
  ASSIGN_OR_RETURN(TableReferencePtr first, parse_table(tokens));
  return parse_joins(tokens, std::move(first));
}

}  // namespace

Result<TableReferencePtr> parse_from(TokenStream& tokens) {
  ASSIGN_OR_RETURN(TableReferencePtr left, parse_joined_table(tokens));
  while (tokens.at(TokenKind::kComma)) {
    auto join = make_node<Join>(tokens);
    tokens.advance();
    RETURN_IF_ERROR(tokens.grow());
    join->join_kind = JoinKind::kComma;
    join->left = std::move(left);
    ASSIGN_OR_RETURN(join->right, parse_joined_table(tokens));
    left = std::move(join);
  }
  return left;
}

}  // namespace eddyline::sql
