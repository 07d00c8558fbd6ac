#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/data_type.hpp"
#include "common/columnar/value.hpp"

namespace eddyline::expression {

class ScalarFunction;

class Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

/// Where an expression stands, as the user is told.
struct Place {
  /// In the text of the statement that is run.
  SourcePosition position;
  /// What holds the expression if the statement only names it: "View 'a.b.v'". Null for what the statement itself says.
  std::shared_ptr<const std::string> owner;

  /// The error at this place, behind the owner's name; one that has a place is kept.
  Status locate(const Status& error) const;
};

/// A node of a bound, typed expression: immutable and shared.
///
/// Built by the binder with every implicit cast made explicit, so that evaluation never converts: a function's operands have just
/// the types its resolve() answered.
class Expression {
 public:
  enum class Kind : uint8_t { kInputRef, kLiteral, kCall };

  static ExpressionPtr input_ref(size_t index, DataType type);
  /// The type is never NULL's: an untyped NULL got a type from its context.
  static ExpressionPtr literal(Value value, DataType type);
  static ExpressionPtr call(const ScalarFunction& function, std::vector<ExpressionPtr> operands, DataType type);
  /// The same call, at the same place, of other operands.
  ExpressionPtr with_operands(std::vector<ExpressionPtr> operands) const;
  /// The same expression at a place; the same object if it has one.
  static ExpressionPtr placed(ExpressionPtr expression, Place place);
  /// The same tree with all of it at one place: an expression that another statement wrote.
  static ExpressionPtr moved(const ExpressionPtr& expression, const Place& place);

  Kind kind() const { return kind_; }
  const DataType& type() const { return type_; }
  /// Where the user wrote it, for errors; none for what the planner made. No part of what makes expressions equal.
  const std::optional<Place>& place() const { return place_; }
  bool is_input_ref() const { return kind_ == Kind::kInputRef; }
  bool is_literal() const { return kind_ == Kind::kLiteral; }
  bool is_call() const { return kind_ == Kind::kCall; }
  /// True for a call of the function with this internal name, such as "$+$1".
  bool is_call_of(std::string_view internal_name) const;

  /// Column of the input row; for kInputRef.
  size_t index() const { return index_; }
  /// For kLiteral.
  const Value& value() const { return value_; }
  /// For kCall. The function lives in the registry, which outlives every expression.
  const ScalarFunction& function() const { return *function_; }
  std::span<const ExpressionPtr> operands() const { return operands_; }

  /// Nodes of the tree, an operand that occurs twice counted twice; no more than kMaxSize is counted.
  size_t size() const { return size_; }
  static constexpr size_t kMaxSize = size_t{1} << 40;
  /// Equal expressions have equal hashes. Not for anything that leaves the process.
  size_t hash() const { return hash_; }

  Expression() = default;  // use the factories

 private:
  Kind kind_ = Kind::kLiteral;
  DataType type_;
  std::optional<Place> place_;
  size_t index_ = 0;
  Value value_;
  const ScalarFunction* function_ = nullptr;
  std::vector<ExpressionPtr> operands_;
  size_t size_ = 1;
  size_t hash_ = 0;
};

/// Same kind, type and content all the way down.
bool equal(const Expression& a, const Expression& b);

/// Expressions by content.
struct HashExpression {
  size_t operator()(const ExpressionPtr& expression) const { return expression->hash(); }
};
struct EqualExpressions {
  bool operator()(const ExpressionPtr& a, const ExpressionPtr& b) const { return equal(*a, *b); }
};
using ExpressionSet = std::unordered_set<ExpressionPtr, HashExpression, EqualExpressions>;

/// True if every call in it gives the same result for the same row at any time.
bool is_deterministic(const Expression& expression);

/// Input columns that occur, ascending and unique.
std::vector<size_t> referenced_inputs(const Expression& expression);

/// The same tree with every input reference i replaced by `replacement(i, type)`.
template <class Replacement>
ExpressionPtr replace_inputs(const ExpressionPtr& expression, Replacement&& replacement) {
  switch (expression->kind()) {
    case Expression::Kind::kInputRef:
      return replacement(expression->index(), expression->type());
    case Expression::Kind::kLiteral:
      return expression;
    case Expression::Kind::kCall:
      break;
  }
  std::vector<ExpressionPtr> operands;
  operands.reserve(expression->operands().size());
  for (const ExpressionPtr& operand : expression->operands()) operands.push_back(replace_inputs(operand, replacement));
  return expression->with_operands(std::move(operands));
}

/// How an expression is written.
///   kLogical  the abstract syntax tree: calls as F(a, b), CAST(a):TYPE, LOCALTIMESTAMP
///   kPrefix   the physical plan: calls as F(a, b), CAST(a AS TYPE), LOCALTIMESTAMP()
///   kInfix    the execution plan: calls as (a + b), CAST(a AS TYPE), LOCALTIMESTAMP()
enum class PrintStyle : uint8_t { kLogical, kPrefix, kInfix };

/// Text with input columns by name ($0, $1, ... where `names` is empty), as EXPLAIN prints it.
std::string to_string(const Expression& expression, std::span<const std::string> names, PrintStyle style);

}  // namespace eddyline::expression
