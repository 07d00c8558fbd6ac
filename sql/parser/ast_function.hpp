#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sql/parser/ast_expression.hpp"

namespace eddyline::sql {

/// One key of ORDER BY.
struct OrderItem {
  ExpressionPtr expression;
  bool descending = false;
  /// NULLS FIRST (true) or NULLS LAST (false); absent when not written.
  std::optional<bool> nulls_first;
};

enum class FrameBoundKind { kUnboundedPreceding, kPreceding, kCurrentRow, kFollowing, kUnboundedFollowing };

struct FrameBound {
  FrameBoundKind kind = FrameBoundKind::kCurrentRow;
  /// kPreceding and kFollowing: a number or an interval.
  ExpressionPtr offset;
  SourcePosition position;
};

struct WindowFrame {
  /// ROWS (true) or RANGE.
  bool rows = false;
  FrameBound start;
  /// Absent for the short form, which ends at CURRENT ROW.
  std::optional<FrameBound> end;
  SourcePosition position;
};

/// `(base PARTITION BY .. ORDER BY .. frame)`: of an OVER or a WINDOW clause.
struct WindowSpecification {
  SourcePosition position;
  std::optional<Identifier> base;
  std::vector<ExpressionPtr> partition_by;
  std::vector<OrderItem> order_by;
  std::optional<WindowFrame> frame;
};

/// `OVER w` or `OVER (specification)`.
struct OverClause {
  /// Set for the first form.
  std::optional<Identifier> name;
  WindowSpecification specification;
};

enum class SetQuantifier { kNone, kAll, kDistinct };
enum class NullTreatment { kNone, kIgnore, kRespect };

struct FunctionArgument {
  /// `name => value`.
  std::optional<Identifier> name;
  ExpressionPtr value;
};

/// Every call, those with a syntax of their own too; their words come as Symbol arguments:
///   EXTRACT(u FROM t) [u, t] · FLOOR/CEIL(t TO u) [t, u] · TIMESTAMPADD/TIMESTAMPDIFF(u, a, b) [u, a, b] ·
///   TRIM([w] [c FROM] s) [w, c, s] (BOTH and ' ' filled in) · POSITION(a IN b [FROM n]) [a, b, n] ·
///   SUBSTRING(s FROM a [FOR b]) [s, a, b] · OVERLAY(s PLACING r FROM a [FOR b]) [s, r, a, b].
/// Words that need no parentheses (CURRENT_DATE ...) have `bare` set.
struct FunctionCall final : ExpressionNode<ExpressionKind::kFunctionCall> {
  using ExpressionNode::ExpressionNode;
  /// As written; function names are case-insensitive.
  QualifiedName name;
  bool bare = false;
  SetQuantifier quantifier = SetQuantifier::kNone;
  /// COUNT(*) has one Star.
  std::vector<FunctionArgument> arguments;
  /// `f(x ORDER BY y)`.
  std::vector<OrderItem> order_by;
  /// `WITHIN GROUP (ORDER BY ..)`.
  std::vector<OrderItem> within_group;
  NullTreatment null_treatment = NullTreatment::kNone;
  /// `FILTER (WHERE ..)`, else null.
  ExpressionPtr filter;
  std::optional<OverClause> over;
};

/// `TABLE t`, `TABLE (query)` or `(query)` as an argument, with `PARTITION BY` and `ORDER BY`.
struct TableArgument final : ExpressionNode<ExpressionKind::kTableArgument> {
  explicit TableArgument(SourcePosition position);
  ~TableArgument() override;
  /// Null when `query` is set.
  std::optional<QualifiedName> table;
  QueryPtr query;
  std::vector<ExpressionPtr> partition_by;
  std::vector<OrderItem> order_by;
};

enum class JsonFunctionType { kExists, kValue, kQuery, kObject, kArray, kObjectAgg, kArrayAgg };
enum class JsonBehavior { kNone, kError, kNull, kDefault, kTrue, kFalse, kUnknown, kEmptyArray, kEmptyObject };
enum class JsonWrapper { kNone, kWithout, kConditional, kUnconditional };
enum class JsonNullClause { kNone, kNullOnNull, kAbsentOnNull };

/// JSON_EXISTS, JSON_VALUE, JSON_QUERY: arguments [document, path]. JSON_OBJECT, JSON_OBJECTAGG: [key, value, ...].
/// JSON_ARRAY, JSON_ARRAYAGG: the values.
struct JsonFunction final : ExpressionNode<ExpressionKind::kJsonFunction> {
  using ExpressionNode::ExpressionNode;
  JsonFunctionType type = JsonFunctionType::kValue;
  std::vector<ExpressionPtr> arguments;
  std::optional<TypeNode> returning;
  JsonBehavior on_empty = JsonBehavior::kNone;
  JsonBehavior on_error = JsonBehavior::kNone;
  /// The values of DEFAULT .. ON EMPTY and DEFAULT .. ON ERROR.
  ExpressionPtr default_on_empty;
  ExpressionPtr default_on_error;
  JsonWrapper wrapper = JsonWrapper::kNone;
  JsonNullClause null_clause = JsonNullClause::kNone;
  /// JSON_ARRAYAGG(x ORDER BY y).
  std::vector<OrderItem> order_by;
  /// `FILTER (WHERE ..)` of the aggregates.
  ExpressionPtr filter;
};

}  // namespace eddyline::sql
