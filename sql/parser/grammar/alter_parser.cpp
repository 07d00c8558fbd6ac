#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

bool accept_if_exists(TokenStream& tokens) {
  return tokens.accept({Keyword::kIf, Keyword::kExists});
}

Result<ResetOptions> parse_reset(TokenStream& tokens) {
  ResetOptions reset;
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  if (tokens.accept(TokenKind::kRightParenthesis)) return reset;
  do {
    ASSIGN_OR_RETURN(StringLiteralNode key, tokens.string());
    reset.keys.push_back(std::move(key));
  } while (tokens.accept(TokenKind::kComma));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return reset;
}

/// RENAME TO name, RENAME column TO name.
Status parse_rename(TokenStream& tokens, AlterTable& alter) {
  if (tokens.accept(Keyword::kTo)) {
    RenameObject rename;
    ASSIGN_OR_RETURN(rename.new_name, tokens.qualified_name());
    alter.action = std::move(rename);
    return {};
  }
  RenameColumn rename;
  ASSIGN_OR_RETURN(rename.column, tokens.qualified_name());
  RETURN_IF_ERROR(tokens.expect(Keyword::kTo));
  ASSIGN_OR_RETURN(rename.new_name, tokens.name());
  alter.action = std::move(rename);
  return {};
}

/// ADD [IF NOT EXISTS] PARTITION (..) [WITH (..)] PARTITION ...
Status parse_add_partitions(TokenStream& tokens, AlterTable& alter) {
  AddPartitions add;
  add.if_not_exists = tokens.accept({Keyword::kIf, Keyword::kNot, Keyword::kExists});
  RETURN_IF_ERROR(tokens.expect(Keyword::kPartition));
  do {
    AddPartitions::Partition partition;
    ASSIGN_OR_RETURN(partition.items, parse_partition(tokens));
    ASSIGN_OR_RETURN(partition.options, parse_with_options(tokens));
    add.partitions.push_back(std::move(partition));
  } while (tokens.accept(Keyword::kPartition));
  alter.action = std::move(add);
  return {};
}

Status parse_drop_partitions(TokenStream& tokens, AlterTable& alter) {
  DropPartitions drop;
  drop.if_exists = accept_if_exists(tokens);
  do {
    RETURN_IF_ERROR(tokens.expect(Keyword::kPartition));
    ASSIGN_OR_RETURN(std::vector<PartitionItem> partition, parse_partition(tokens));
    drop.partitions.push_back(std::move(partition));
  } while (tokens.accept(TokenKind::kComma) || tokens.at(Keyword::kPartition));
  alter.action = std::move(drop);
  return {};
}

/// Behind ADD or MODIFY: one element, or several in parentheses.
Status parse_change(TokenStream& tokens, AlterTable& alter, bool modify) {
  ChangeElements change;
  change.modify = modify;
  const bool list = tokens.accept(TokenKind::kLeftParenthesis);
  do {
    RETURN_IF_ERROR(parse_table_element(tokens, ElementContext::kAlter, change.elements));
  } while (list && tokens.accept(TokenKind::kComma));
  if (list) RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  alter.action = std::move(change);
  return {};
}

Status parse_drop_columns(TokenStream& tokens, AlterTable& alter) {
  DropColumns drop;
  const bool list = tokens.accept(TokenKind::kLeftParenthesis);
  do {
    ASSIGN_OR_RETURN(QualifiedName column, tokens.qualified_name());
    drop.columns.push_back(std::move(column));
  } while (list && tokens.accept(TokenKind::kComma));
  if (list) RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  alter.action = std::move(drop);
  return {};
}

/// Behind DROP.
Status parse_drop_part(TokenStream& tokens, AlterTable& alter) {
  if (tokens.at(Keyword::kPartition) || tokens.at({Keyword::kIf, Keyword::kExists, Keyword::kPartition})) {
    return parse_drop_partitions(tokens, alter);
  }
  if (tokens.accept({Keyword::kPrimary, Keyword::kKey})) {
    alter.action = DropConstraint{};
  } else if (tokens.accept(Keyword::kConstraint)) {
    DropConstraint drop;
    ASSIGN_OR_RETURN(drop.name, tokens.name());
    alter.action = std::move(drop);
  } else if (tokens.accept(Keyword::kWatermark)) {
    alter.action = DropWatermark{};
  } else if (tokens.accept(Keyword::kDistribution)) {
    alter.action = DropDistribution{};
  } else {
    return parse_drop_columns(tokens, alter);
  }
  return {};
}

Status parse_table_action(TokenStream& tokens, AlterTable& alter) {
  if (tokens.accept(Keyword::kRename)) return parse_rename(tokens, alter);
  if (tokens.accept(Keyword::kSet)) {
    SetOptions set;
    ASSIGN_OR_RETURN(set.options, parse_options(tokens));
    alter.action = std::move(set);
    return {};
  }
  if (tokens.accept(Keyword::kReset)) {
    ASSIGN_OR_RETURN(alter.action, parse_reset(tokens));
    return {};
  }
  if (tokens.accept(Keyword::kAdd)) {
    const bool partitions =
        tokens.at(Keyword::kPartition) || tokens.at({Keyword::kIf, Keyword::kNot, Keyword::kExists});
    return partitions ? parse_add_partitions(tokens, alter) : parse_change(tokens, alter, false);
  }
  if (tokens.accept(Keyword::kModify)) return parse_change(tokens, alter, true);
  if (tokens.accept(Keyword::kDrop)) return parse_drop_part(tokens, alter);
  return tokens.unexpected();
}

Result<StatementPtr> parse_alter_table(TokenStream& tokens, SourcePosition position) {
  auto alter = std::make_unique<AlterTable>(position);
  alter->if_exists = accept_if_exists(tokens);
  ASSIGN_OR_RETURN(alter->name, tokens.qualified_name());
  RETURN_IF_ERROR(parse_table_action(tokens, *alter));
  return alter;
}

Result<StatementPtr> parse_alter_view(TokenStream& tokens, SourcePosition position) {
  auto alter = std::make_unique<AlterView>(position);
  ASSIGN_OR_RETURN(alter->name, tokens.qualified_name());
  if (tokens.accept(Keyword::kRename)) {
    RETURN_IF_ERROR(tokens.expect(Keyword::kTo));
    ASSIGN_OR_RETURN(alter->new_name, tokens.qualified_name());
    return alter;
  }
  RETURN_IF_ERROR(tokens.expect(Keyword::kAs));
  const Token first = tokens.current();
  ASSIGN_OR_RETURN(alter->query, parse_query(tokens));
  alter->query_text = tokens.text_since(first);
  return alter;
}

Result<StatementPtr> parse_alter_database(TokenStream& tokens, SourcePosition position) {
  auto alter = std::make_unique<AlterDatabase>(position);
  ASSIGN_OR_RETURN(alter->name, tokens.qualified_name());
  RETURN_IF_ERROR(tokens.expect(Keyword::kSet));
  ASSIGN_OR_RETURN(alter->options, parse_options(tokens));
  return alter;
}

/// SET (..), RESET (..), COMMENT '..'.
Result<StatementPtr> parse_alter_catalog(TokenStream& tokens, SourcePosition position) {
  auto alter = std::make_unique<AlterCatalog>(position);
  ASSIGN_OR_RETURN(alter->name, tokens.name());
  if (tokens.accept(Keyword::kSet)) {
    SetOptions set;
    ASSIGN_OR_RETURN(set.options, parse_options(tokens));
    alter->action = std::move(set);
  } else if (tokens.accept(Keyword::kReset)) {
    ASSIGN_OR_RETURN(alter->action, parse_reset(tokens));
  } else {
    RETURN_IF_ERROR(tokens.expect(Keyword::kComment));
    ASSIGN_OR_RETURN(alter->action, tokens.string());
  }
  return alter;
}

Result<StatementPtr> parse_alter_function(TokenStream& tokens, SourcePosition position, FunctionScope scope) {
  auto alter = std::make_unique<AlterFunction>(position);
  alter->scope = scope;
  alter->if_exists = accept_if_exists(tokens);
  ASSIGN_OR_RETURN(alter->name, tokens.qualified_name());
  RETURN_IF_ERROR(tokens.expect(Keyword::kAs));
  ASSIGN_OR_RETURN(alter->implementation, tokens.string());
  ASSIGN_OR_RETURN(alter->language, parse_language(tokens));
  return alter;
}

}  // namespace

Result<StatementPtr> parse_alter(TokenStream& tokens) {
  const SourcePosition position = tokens.position();
  RETURN_IF_ERROR(tokens.expect(Keyword::kAlter));
  if (tokens.accept(Keyword::kTemporary)) {
    const bool system = tokens.accept(Keyword::kSystem);
    RETURN_IF_ERROR(tokens.expect(Keyword::kFunction));
    return parse_alter_function(tokens, position, system ? FunctionScope::kTemporarySystem : FunctionScope::kTemporary);
  }
  if (tokens.accept(Keyword::kTable)) return parse_alter_table(tokens, position);
  if (tokens.accept(Keyword::kView)) return parse_alter_view(tokens, position);
  if (tokens.accept(Keyword::kDatabase)) return parse_alter_database(tokens, position);
  if (tokens.accept(Keyword::kCatalog)) return parse_alter_catalog(tokens, position);
  if (tokens.accept(Keyword::kFunction)) return parse_alter_function(tokens, position, FunctionScope::kCatalog);
  if (tokens.at(Keyword::kModel)) return not_supported("ALTER MODEL").at(tokens.position());
  if (tokens.at(Keyword::kMaterialized)) return not_supported("materialized tables").at(tokens.position());
  return tokens.unexpected();
}

}  // namespace eddyline::sql
