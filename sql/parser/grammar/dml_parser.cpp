#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

Status parse_conflict(TokenStream& tokens, Insert& insert) {
  if (!tokens.accept(Keyword::kOn)) return {};
  RETURN_IF_ERROR(tokens.expect({Keyword::kConflict, Keyword::kDo}));
  if (tokens.accept(Keyword::kNothing)) {
    insert.on_conflict = ConflictAction::kNothing;
  } else if (tokens.accept(Keyword::kError)) {
    insert.on_conflict = ConflictAction::kError;
  } else {
    RETURN_IF_ERROR(tokens.expect(Keyword::kDeduplicate));
    insert.on_conflict = ConflictAction::kDeduplicate;
  }
  return {};
}

/// Whether `(a, b)` follows rather than a query in parentheses.
bool at_column_list(const TokenStream& tokens) {
  return tokens.current().kind == TokenKind::kLeftParenthesis && tokens.is_name(tokens.peek());
}

/// `[AS] alias`, nothing if there is none.
Result<std::optional<Identifier>> parse_optional_alias(TokenStream& tokens) {
  if (!tokens.accept(Keyword::kAs) && !tokens.at_name()) return std::optional<Identifier>();
  ASSIGN_OR_RETURN(Identifier alias, tokens.name());
  return std::optional<Identifier>(std::move(alias));
}

Result<ExpressionPtr> parse_where(TokenStream& tokens) {
  if (!tokens.accept(Keyword::kWhere)) return ExpressionPtr();
  return parse_expression(tokens);
}

bool at_create_table(TokenStream& tokens) {
  return tokens.at(Keyword::kCreate) || tokens.at(Keyword::kReplace);
}

Result<StatementPtr> parse_set_member(TokenStream& tokens) {
  if (tokens.at(Keyword::kInsert)) return parse_insert(tokens);
  const SourcePosition position = tokens.position();
  if (at_create_table(tokens)) {
    ASSIGN_OR_RETURN(StatementPtr statement,
                     tokens.at(Keyword::kCreate) ? parse_create(tokens) : parse_replace_table(tokens));
    if (statement->is<CreateTable>() && statement->as<CreateTable>().query) return statement;
    return parse_error(
        "Only 'INSERT/CREATE TABLE AS' statement is allowed in Statement Set or use 'END' statement to submit "
        "Statement Set.",
        position);
  }
  return tokens.unexpected();
}

}  // namespace

Result<StatementPtr> parse_query_statement(TokenStream& tokens) {
  auto statement = make_node<QueryStatement>(tokens);
  ASSIGN_OR_RETURN(statement->query, parse_query(tokens));
  return statement;
}

Result<StatementPtr> parse_insert(TokenStream& tokens) {
  auto insert = make_node<Insert>(tokens);
  if (tokens.at(Keyword::kUpsert)) {
    return parse_error("UPSERT INTO statement is not supported. Please use INSERT INTO instead.", tokens.position());
  }
  RETURN_IF_ERROR(tokens.expect(Keyword::kInsert));
  insert->overwrite = tokens.accept(Keyword::kOverwrite);
  if (!insert->overwrite) RETURN_IF_ERROR(tokens.expect(Keyword::kInto));
  ASSIGN_OR_RETURN(insert->table, tokens.qualified_name());
  if (at_hints(tokens)) {
    ASSIGN_OR_RETURN(insert->hints, parse_hints(tokens));
  }
  if (tokens.accept(Keyword::kPartition)) {
    ASSIGN_OR_RETURN(insert->partition, parse_partition(tokens));
  }
  if (at_column_list(tokens)) {
    ASSIGN_OR_RETURN(insert->columns, parse_name_list(tokens));
  }
  ASSIGN_OR_RETURN(insert->query, parse_query(tokens));
  RETURN_IF_ERROR(parse_conflict(tokens, *insert));
  return insert;
}

Result<StatementPtr> parse_update(TokenStream& tokens) {
  auto update = make_node<Update>(tokens);
  RETURN_IF_ERROR(tokens.expect(Keyword::kUpdate));
  ASSIGN_OR_RETURN(update->table, tokens.qualified_name());
  ASSIGN_OR_RETURN(update->alias, parse_optional_alias(tokens));
  RETURN_IF_ERROR(tokens.expect(Keyword::kSet));
  do {
    Assignment assignment;
    ASSIGN_OR_RETURN(assignment.column, tokens.name());
    RETURN_IF_ERROR(tokens.expect(TokenKind::kEqual));
    ASSIGN_OR_RETURN(assignment.value, parse_expression(tokens));
    update->assignments.push_back(std::move(assignment));
  } while (tokens.accept(TokenKind::kComma));
  ASSIGN_OR_RETURN(update->where, parse_where(tokens));
  return update;
}

Result<StatementPtr> parse_delete(TokenStream& tokens) {
  auto statement = make_node<Delete>(tokens);
  RETURN_IF_ERROR(tokens.expect({Keyword::kDelete, Keyword::kFrom}));
  ASSIGN_OR_RETURN(statement->table, tokens.qualified_name());
  ASSIGN_OR_RETURN(statement->alias, parse_optional_alias(tokens));
  ASSIGN_OR_RETURN(statement->where, parse_where(tokens));
  return statement;
}

Result<StatementPtr> parse_truncate(TokenStream& tokens) {
  auto statement = make_node<TruncateTable>(tokens);
  RETURN_IF_ERROR(tokens.expect({Keyword::kTruncate, Keyword::kTable}));
  ASSIGN_OR_RETURN(statement->table, tokens.qualified_name());
  return statement;
}

Result<StatementPtr> parse_statement_set(TokenStream& tokens) {
  auto set = make_node<StatementSet>(tokens);
  RETURN_IF_ERROR(tokens.expect({Keyword::kStatement, Keyword::kSet, Keyword::kBegin}));
  do {
    ASSIGN_OR_RETURN(StatementPtr member, parse_set_member(tokens));
    set->statements.push_back(std::move(member));
    RETURN_IF_ERROR(tokens.expect(TokenKind::kSemicolon));
  } while (!tokens.at(Keyword::kEnd));
  tokens.advance();
  return set;
}

}  // namespace eddyline::sql
