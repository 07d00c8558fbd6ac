#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/check.hpp"
#include "sql/parser/ast_name.hpp"
#include "sql/parser/ast_type.hpp"

namespace eddyline::sql {

struct Query;
using QueryPtr = std::unique_ptr<Query>;

enum class ExpressionKind {
  kLiteral,
  kIntervalLiteral,
  kColumn,
  kStar,
  kUnary,
  kBinary,
  kChain,
  kIs,
  kBetween,
  kLike,
  kIn,
  kQuantified,
  kSubquery,
  kCase,
  kCast,
  kFunctionCall,
  kJsonFunction,
  kSymbol,
  kRow,
  kCollection,
  kElementAccess,
  kFieldAccess,
  kTableArgument,
  kDescriptor,
  kDefault,
};

/// A node of an expression tree. The parser bounds the height of every tree it returns (see kMaxChain in
/// token_stream.hpp), so that recursion over one, its destructor included, is safe.
struct Expression {
  Expression(ExpressionKind kind, SourcePosition position) : kind(kind), position(position) {}
  virtual ~Expression() = default;
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;

  /// The node as what its kind says it is.
  template <class T>
  const T& as() const {
    CHECK(kind == T::kKind) << "an expression is taken for another kind";
    return static_cast<const T&>(*this);
  }
  template <class T>
  T& as() {
    CHECK(kind == T::kKind) << "an expression is taken for another kind";
    return static_cast<T&>(*this);
  }
  template <class T>
  bool is() const {
    return kind == T::kKind;
  }

  const ExpressionKind kind;
  /// Where the expression starts: for an infix operator the start of its left operand.
  SourcePosition position;
};
using ExpressionPtr = std::unique_ptr<Expression>;

template <ExpressionKind K>
struct ExpressionNode : Expression {
  static constexpr ExpressionKind kKind = K;
  explicit ExpressionNode(SourcePosition position) : Expression(K, position) {}
};

enum class LiteralType {
  kNull,
  kTrue,
  kFalse,
  kUnknown,
  /// Digits with or without a point: `12`, `1.50`.
  kExactNumeric,
  /// With an exponent: `1E0`.
  kApproximateNumeric,
  /// Decoded UTF-8 text.
  kString,
  /// Decoded bytes.
  kBinary,
  /// `DATE '..'` and so on: the text between the quotes, checked to be a date, time or timestamp.
  kDate,
  kTime,
  kTimestamp,
};

struct Literal final : ExpressionNode<ExpressionKind::kLiteral> {
  using ExpressionNode::ExpressionNode;
  LiteralType type = LiteralType::kNull;
  /// Value by type, see LiteralType; numbers as written.
  std::string text;
};

struct IntervalLiteral final : ExpressionNode<ExpressionKind::kIntervalLiteral> {
  using ExpressionNode::ExpressionNode;
  /// A minus between INTERVAL and the text; the text may bring another.
  bool negative = false;
  std::string text;
  IntervalQualifier qualifier;
  /// The signed value in months or milliseconds, by the qualifier's family; sub-millisecond parts are dropped.
  int64_t value = 0;

  bool is_year_month() const { return qualifier.first <= IntervalUnit::kMonth; }
};

/// `a`, `t.a`, `t.a.field`: which parts are table, column and field is the binder's question.
struct ColumnReference final : ExpressionNode<ExpressionKind::kColumn> {
  using ExpressionNode::ExpressionNode;
  QualifiedName name;
};

/// `*` (no parts), `t.*`, `row.*`: in select lists and COUNT(*).
struct Star final : ExpressionNode<ExpressionKind::kStar> {
  using ExpressionNode::ExpressionNode;
  QualifiedName qualifier;
};

enum class UnaryOperator { kPlus, kMinus, kNot, kRunning, kFinal };

struct UnaryExpression final : ExpressionNode<ExpressionKind::kUnary> {
  using ExpressionNode::ExpressionNode;
  UnaryOperator op = UnaryOperator::kPlus;
  ExpressionPtr operand;
};

enum class BinaryOperator {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
  kEqual,
  kNotEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kIsDistinctFrom,
  kIsNotDistinctFrom,
  kOverlaps,
  kContains,
  kPeriodEquals,
  kPrecedes,
  kSucceeds,
  kImmediatelyPrecedes,
  kImmediatelySucceeds,
  kMemberOf,
  kNotMemberOf,
  kSubmultisetOf,
  kNotSubmultisetOf,
  kMultisetUnion,
  kMultisetUnionAll,
  kMultisetIntersect,
  kMultisetIntersectAll,
  kMultisetExcept,
  kMultisetExceptAll,
};

struct BinaryExpression final : ExpressionNode<ExpressionKind::kBinary> {
  using ExpressionNode::ExpressionNode;
  BinaryOperator op = BinaryOperator::kAdd;
  ExpressionPtr left;
  ExpressionPtr right;
};

enum class ChainOperator { kAnd, kOr, kConcat };

/// `a AND b AND c`, `a OR b`, `a || b || c`: a run of one operator without parentheses is one node (two operands or
/// more), so that a hundred thousand of them are no depth.
struct ChainExpression final : ExpressionNode<ExpressionKind::kChain> {
  using ExpressionNode::ExpressionNode;
  ChainOperator op = ChainOperator::kAnd;
  std::vector<ExpressionPtr> operands;
};

enum class IsTest { kNull, kTrue, kFalse, kUnknown, kJsonValue, kJsonObject, kJsonArray, kJsonScalar, kASet, kEmpty };

/// `x IS [NOT] NULL` and its relatives.
struct IsExpression final : ExpressionNode<ExpressionKind::kIs> {
  using ExpressionNode::ExpressionNode;
  IsTest test = IsTest::kNull;
  bool negated = false;
  ExpressionPtr operand;
};

struct BetweenExpression final : ExpressionNode<ExpressionKind::kBetween> {
  using ExpressionNode::ExpressionNode;
  bool negated = false;
  bool symmetric = false;
  ExpressionPtr operand;
  ExpressionPtr low;
  ExpressionPtr high;
};

struct LikeExpression final : ExpressionNode<ExpressionKind::kLike> {
  using ExpressionNode::ExpressionNode;
  bool negated = false;
  /// SIMILAR TO instead of LIKE.
  bool similar = false;
  ExpressionPtr operand;
  ExpressionPtr pattern;
  /// Null without ESCAPE.
  ExpressionPtr escape;
};

/// `x IN (1, 2)` or `x IN (query)`; x may be a row.
struct InExpression final : ExpressionNode<ExpressionKind::kIn> {
  explicit InExpression(SourcePosition position);
  ~InExpression() override;
  bool negated = false;
  ExpressionPtr operand;
  /// Null when `items` holds the list.
  QueryPtr query;
  std::vector<ExpressionPtr> items;
};

enum class Quantifier { kAll, kAny };

/// `x < ALL (query)`, `x = ANY (1, 2)`; SOME is ANY.
struct QuantifiedComparison final : ExpressionNode<ExpressionKind::kQuantified> {
  explicit QuantifiedComparison(SourcePosition position);
  ~QuantifiedComparison() override;
  BinaryOperator op = BinaryOperator::kEqual;
  Quantifier quantifier = Quantifier::kAny;
  ExpressionPtr operand;
  /// Null when `items` holds the list.
  QueryPtr query;
  std::vector<ExpressionPtr> items;
};

enum class SubqueryUse { kScalar, kExists, kUnique, kArray, kMap, kMultiset };

/// `(query)` as a value, `EXISTS (query)`, `ARRAY(query)` ...
struct SubqueryExpression final : ExpressionNode<ExpressionKind::kSubquery> {
  explicit SubqueryExpression(SourcePosition position);
  ~SubqueryExpression() override;
  SubqueryUse use = SubqueryUse::kScalar;
  QueryPtr query;
};

struct CaseBranch {
  /// One for the searched form; one or more (`WHEN 1, 2 THEN`) for the simple form.
  std::vector<ExpressionPtr> conditions;
  ExpressionPtr result;
};

struct CaseExpression final : ExpressionNode<ExpressionKind::kCase> {
  using ExpressionNode::ExpressionNode;
  /// Null for the searched form.
  ExpressionPtr operand;
  std::vector<CaseBranch> branches;
  /// Null without ELSE.
  ExpressionPtr otherwise;
};

struct CastExpression final : ExpressionNode<ExpressionKind::kCast> {
  using ExpressionNode::ExpressionNode;
  /// TRY_CAST.
  bool is_try = false;
  ExpressionPtr operand;
  TypeNode type;
};

/// A word that a function takes as an argument: a time unit (YEAR, MINUTE, EPOCH, ...), BOTH, LEADING or TRAILING.
/// Upper case.
struct Symbol final : ExpressionNode<ExpressionKind::kSymbol> {
  using ExpressionNode::ExpressionNode;
  std::string word;
};

/// `ROW(a, b)` or `(a, b)`.
struct RowConstructor final : ExpressionNode<ExpressionKind::kRow> {
  using ExpressionNode::ExpressionNode;
  /// The word ROW was written.
  bool is_explicit = false;
  std::vector<ExpressionPtr> values;
};

enum class CollectionType { kArray, kMap, kMultiset };

/// `ARRAY[a, b]`, `MAP[k, v, k, v]` (an even number of values), `MULTISET[a, b]`.
struct CollectionConstructor final : ExpressionNode<ExpressionKind::kCollection> {
  using ExpressionNode::ExpressionNode;
  CollectionType type = CollectionType::kArray;
  std::vector<ExpressionPtr> values;
};

/// `array[i]`, `map[key]`, `row[i]`.
struct ElementAccess final : ExpressionNode<ExpressionKind::kElementAccess> {
  using ExpressionNode::ExpressionNode;
  ExpressionPtr collection;
  ExpressionPtr index;
};

/// `f(x).field`, `(a).field`, `rows[1].field`; a plain path of names is a ColumnReference.
struct FieldAccess final : ExpressionNode<ExpressionKind::kFieldAccess> {
  using ExpressionNode::ExpressionNode;
  ExpressionPtr operand;
  Identifier field;
};

/// `DESCRIPTOR(a, b)`: columns named for a table function.
struct Descriptor final : ExpressionNode<ExpressionKind::kDescriptor> {
  using ExpressionNode::ExpressionNode;
  std::vector<QualifiedName> columns;
};

/// `DEFAULT`: an argument or a value of an INSERT's row; the binder refuses it elsewhere.
struct DefaultValue final : ExpressionNode<ExpressionKind::kDefault> {
  using ExpressionNode::ExpressionNode;
};

}  // namespace eddyline::sql
