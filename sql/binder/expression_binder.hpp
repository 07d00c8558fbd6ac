#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sql/binder/binder_context.hpp"
#include "sql/binder/scope.hpp"
#include "sql/parser/ast_function.hpp"

namespace eddyline::sql {

/// One aggregate found while a select list or HAVING was bound: arguments are over the block's input row.
struct CollectedAggregate {
  const expression::AggregateFunction* function = nullptr;
  std::vector<expression::ExpressionPtr> arguments;
  /// Of a COUNT whose arguments are never NULL, so that every row counts: they are not computed, but number the names of columns
  /// behind them.
  std::vector<expression::ExpressionPtr> unread;
  bool distinct = false;
  expression::ExpressionPtr filter;
  DataType type;
};

/// A column, a key or an argument needs a type, and a bare NULL has none.
/// Errors   kValidationError "Illegal use of 'NULL'" at the position.
Status check_typed(const expression::Expression& expression, SourcePosition position);

/// Binds the scalar expressions of one place in a query: names to columns, calls to functions, implicit casts made explicit.
///
/// Aggregates are bound only where a list to collect them is given: such a call becomes an input reference behind the input row,
/// number scope.width() + its place in the list, which the query binder resolves once the aggregate node exists.
/// Errors   Flink's wording, each with the position of the construct.
class ExpressionBinder {
 public:
  using Bound = expression::ExpressionPtr;

  /// `aggregates` may be null: an aggregate is an error then. All borrowed.
  ExpressionBinder(const Scope& scope, const BinderContext& context, std::vector<CollectedAggregate>* aggregates = nullptr)
      : scope_(scope), context_(context), functions_(context.functions), aggregates_(aggregates) {}

  /// GROUP BY gives no row for an empty group; without it an aggregate may see no row.
  void set_grouped(bool grouped) { grouped_ = grouped; }

  Result<Bound> bind(const Expression& expression);
  /// The same, and it must be BOOLEAN: WHERE, ON, HAVING, FILTER. `clause` names the place in the error.
  Result<Bound> bind_condition(const Expression& expression, std::string_view clause);

  /// A call whose result is no time attribute, placed at `position` in errors.
  Result<Bound> call(std::string_view name, std::vector<Bound> operands, SourcePosition position) const;

 private:
  Result<Bound> bind_unplaced(const Expression& expression);
  Result<Bound> bind_column(const ColumnReference& column) const;
  Result<Bound> bind_unary(const UnaryExpression& unary);
  Result<Bound> bind_binary(const BinaryExpression& binary);
  Result<Bound> bind_overlaps(const BinaryExpression& binary);
  Result<Bound> bind_chain(const ChainExpression& chain);
  Result<Bound> bind_is(const IsExpression& is);
  Result<Bound> bind_between(const BetweenExpression& between);
  Result<Bound> bind_like(const LikeExpression& like);
  Result<Bound> bind_in(const InExpression& in);
  /// The condition of a branch; `operand` is null unless the branch lists values of it.
  Result<Bound> bind_when(const CaseBranch& branch, const Bound& operand, SourcePosition position);
  Result<Bound> bind_case(const CaseExpression& expression);
  Result<Bound> bind_cast(const CastExpression& cast);
  Result<Bound> bind_function(const FunctionCall& call);
  Result<Bound> bind_aggregate(const FunctionCall& call);
  Result<std::vector<Bound>> bind_arguments(const FunctionCall& call);
  Result<Bound> negated_if(bool negated, Bound operand, SourcePosition position) const;

  const Scope& scope_;
  const BinderContext& context_;
  const expression::FunctionRegistry& functions_;
  std::vector<CollectedAggregate>* aggregates_;
  bool grouped_ = false;
  bool inside_aggregate_ = false;
};

}  // namespace eddyline::sql
