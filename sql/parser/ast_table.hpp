#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sql/parser/ast_function.hpp"

namespace eddyline::sql {

enum class TableReferenceKind { kNamed, kDerived, kFunction, kUnnest, kJoin, kMatchRecognize };

/// An item of FROM.
struct TableReference {
  TableReference(TableReferenceKind kind, SourcePosition position) : kind(kind), position(position) {}
  virtual ~TableReference() = default;
  TableReference(const TableReference&) = delete;
  TableReference& operator=(const TableReference&) = delete;

  template <class T>
  const T& as() const {
    CHECK(kind == T::kKind) << "a table reference is taken for another kind";
    return static_cast<const T&>(*this);
  }
  template <class T>
  T& as() {
    CHECK(kind == T::kKind) << "a table reference is taken for another kind";
    return static_cast<T&>(*this);
  }
  template <class T>
  bool is() const {
    return kind == T::kKind;
  }

  const TableReferenceKind kind;
  SourcePosition position;
  /// `AS alias (columns)`; a join has none.
  std::optional<Identifier> alias;
  std::vector<Identifier> column_aliases;
};
using TableReferencePtr = std::unique_ptr<TableReference>;

template <TableReferenceKind K>
struct TableReferenceNode : TableReference {
  static constexpr TableReferenceKind kKind = K;
  explicit TableReferenceNode(SourcePosition position) : TableReference(K, position) {}
};

struct NamedTable final : TableReferenceNode<TableReferenceKind::kNamed> {
  using TableReferenceNode::TableReferenceNode;
  QualifiedName name;
  /// The hint block after the name.
  std::vector<Hint> hints;
  /// `FOR SYSTEM_TIME AS OF`, else null.
  ExpressionPtr system_time;
};

/// `(query)`, also VALUES.
struct DerivedTable final : TableReferenceNode<TableReferenceKind::kDerived> {
  explicit DerivedTable(SourcePosition position);
  ~DerivedTable() override;
  bool lateral = false;
  QueryPtr query;
};

/// `TABLE(f(..))`, `f(..)`, `LATERAL TABLE(f(..))`.
struct TableFunction final : TableReferenceNode<TableReferenceKind::kFunction> {
  using TableReferenceNode::TableReferenceNode;
  bool lateral = false;
  /// Written with TABLE( ).
  bool table_keyword = false;
  std::unique_ptr<FunctionCall> call;
};

struct Unnest final : TableReferenceNode<TableReferenceKind::kUnnest> {
  using TableReferenceNode::TableReferenceNode;
  std::vector<ExpressionPtr> collections;
  bool with_ordinality = false;
};

enum class JoinKind { kInner, kLeft, kRight, kFull, kCross, kComma };

struct Join final : TableReferenceNode<TableReferenceKind::kJoin> {
  using TableReferenceNode::TableReferenceNode;
  JoinKind join_kind = JoinKind::kInner;
  bool natural = false;
  TableReferencePtr left;
  TableReferencePtr right;
  /// ON, else null.
  ExpressionPtr condition;
  /// USING, else empty.
  std::vector<Identifier> using_columns;
};

enum class PatternKind { kVariable, kConcatenation, kAlternation, kQuantified, kPermute, kExclusion };

/// A piece of MATCH_RECOGNIZE's PATTERN; its height is bounded as that of expressions.
struct PatternNode {
  PatternKind kind = PatternKind::kVariable;
  SourcePosition position;
  /// kVariable.
  Identifier variable;
  /// kConcatenation, kAlternation, kPermute: two or more (kPermute one or more); kQuantified, kExclusion: one.
  std::vector<PatternNode> children;
  /// kQuantified: `{minimum, maximum}`; no maximum is unbounded.
  int32_t minimum = 1;
  std::optional<int32_t> maximum;
  bool reluctant = false;
};

enum class RowsPerMatch { kUnspecified, kOneRow, kAllRows };
enum class AfterMatchSkip { kUnspecified, kNextRow, kPastLastRow, kFirst, kLast };

struct NamedExpression {
  Identifier name;
  ExpressionPtr expression;
};

struct PatternSubset {
  Identifier name;
  std::vector<Identifier> variables;
};

struct MatchRecognize final : TableReferenceNode<TableReferenceKind::kMatchRecognize> {
  using TableReferenceNode::TableReferenceNode;
  TableReferencePtr input;
  std::vector<ExpressionPtr> partition_by;
  std::vector<OrderItem> order_by;
  std::vector<NamedExpression> measures;
  RowsPerMatch rows_per_match = RowsPerMatch::kUnspecified;
  AfterMatchSkip skip = AfterMatchSkip::kUnspecified;
  /// kFirst and kLast (TO v is kLast).
  std::optional<Identifier> skip_variable;
  /// `^` and `$`.
  bool anchored_at_start = false;
  bool anchored_at_end = false;
  PatternNode pattern;
  /// WITHIN INTERVAL, else null.
  ExpressionPtr within;
  std::vector<PatternSubset> subsets;
  std::vector<NamedExpression> definitions;
};

}  // namespace eddyline::sql
