#pragma once

#include <optional>
#include <vector>

#include "sql/parser/ast_query.hpp"
#include "sql/parser/ast_statement.hpp"

namespace eddyline::sql {

/// SELECT, VALUES, WITH, set operations, also with EXECUTE before.
struct QueryStatement final : StatementNode<StatementKind::kQuery> {
  using StatementNode::StatementNode;
  QueryPtr query;
};

/// `k = v` of a PARTITION clause; a key alone has no value.
struct PartitionItem {
  Identifier key;
  ExpressionPtr value;
};

enum class ConflictAction { kError, kNothing, kDeduplicate };

struct Insert final : StatementNode<StatementKind::kInsert> {
  using StatementNode::StatementNode;
  bool overwrite = false;
  QualifiedName table;
  /// The OPTIONS hint of the target.
  std::vector<Hint> hints;
  std::vector<PartitionItem> partition;
  std::vector<Identifier> columns;
  QueryPtr query;
  /// ON CONFLICT DO.
  std::optional<ConflictAction> on_conflict;
};

/// `EXECUTE STATEMENT SET BEGIN ..; ..; END`: inserts and CREATE TABLE AS.
struct StatementSet final : StatementNode<StatementKind::kStatementSet> {
  using StatementNode::StatementNode;
  std::vector<StatementPtr> statements;
};

struct Assignment {
  Identifier column;
  ExpressionPtr value;
};

struct Update final : StatementNode<StatementKind::kUpdate> {
  using StatementNode::StatementNode;
  QualifiedName table;
  std::optional<Identifier> alias;
  std::vector<Assignment> assignments;
  ExpressionPtr where;
};

struct Delete final : StatementNode<StatementKind::kDelete> {
  using StatementNode::StatementNode;
  QualifiedName table;
  std::optional<Identifier> alias;
  ExpressionPtr where;
};

struct TruncateTable final : StatementNode<StatementKind::kTruncateTable> {
  using StatementNode::StatementNode;
  QualifiedName table;
};

}  // namespace eddyline::sql
