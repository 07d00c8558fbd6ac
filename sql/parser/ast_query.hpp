#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sql/parser/ast_function.hpp"
#include "sql/parser/ast_table.hpp"

namespace eddyline::sql {

struct SelectItem {
  /// A Star or a value.
  ExpressionPtr expression;
  std::optional<Identifier> alias;
};

enum class GroupingKind { kExpression, kEmpty, kGroupingSets, kCube, kRollup };

/// One item of GROUP BY.
struct GroupingItem {
  GroupingKind kind = GroupingKind::kExpression;
  SourcePosition position;
  /// kExpression: one; an element of GROUPING SETS, CUBE or ROLLUP written `(a, b)` is a RowConstructor.
  ExpressionPtr expression;
  /// kGroupingSets, kCube, kRollup.
  std::vector<GroupingItem> items;
};

struct NamedWindow {
  Identifier name;
  WindowSpecification specification;
};

struct Select {
  /// The hint block after SELECT.
  std::vector<Hint> hints;
  SetQuantifier quantifier = SetQuantifier::kNone;
  std::vector<SelectItem> items;
  /// Null without FROM.
  TableReferencePtr from;
  ExpressionPtr where;
  /// GROUP BY DISTINCT.
  bool group_by_distinct = false;
  /// Absent without GROUP BY; `GROUP BY ()` has one item kEmpty.
  std::vector<GroupingItem> group_by;
  ExpressionPtr having;
  std::vector<NamedWindow> windows;
  ExpressionPtr qualify;
};

enum class SetOperator { kUnion, kIntersect, kExcept };

/// A run of one operator without parentheses is one node with two inputs or more, read from the left. One input alone
/// is a query in parentheses that has clauses of its own below those of the Query around: `(SELECT .. LIMIT 5) ORDER BY
/// a`.
struct SetOperation {
  SetOperator op = SetOperator::kUnion;
  bool all = false;
  std::vector<QueryPtr> inputs;
};

/// `VALUES (1, 'a'), (2, 'b')`: a row is a RowConstructor, or any other expression for a row of one column.
struct Values {
  std::vector<ExpressionPtr> rows;
};

/// `TABLE t`.
struct ExplicitTable {
  QualifiedName name;
};

struct CommonTableExpression {
  Identifier name;
  std::vector<Identifier> columns;
  QueryPtr query;
};

/// A query with everything around its body. The parser bounds the height of the tree, see Expression.
struct Query {
  SourcePosition position;
  bool recursive = false;
  std::vector<CommonTableExpression> with;
  std::variant<Select, SetOperation, Values, ExplicitTable> body;
  std::vector<OrderItem> order_by;
  /// OFFSET, else null.
  ExpressionPtr offset;
  /// LIMIT or FETCH, else null (LIMIT ALL too).
  ExpressionPtr fetch;

  /// Nothing around the body.
  bool is_plain() const { return with.empty() && order_by.empty() && !offset && !fetch; }
};

}  // namespace eddyline::sql
