#pragma once

#include "expression/function_registry.hpp"
#include "plan/exec_node.hpp"

namespace eddyline::sql {

/// Makes plain values of time attributes where something reads them: a rowtime by CAST, a proctime by
/// PROCTIME_MATERIALIZE, which reads the clock.
class TimeAttributeMaterializer {
 public:
  explicit TimeAttributeMaterializer(const expression::FunctionRegistry& functions) : functions_(functions) {}

  /// The expression over an input of this row: references get the row's types, time attributes that a call reads become
  /// plain. A bare reference stays a time attribute.
  Result<expression::ExpressionPtr> in_calls(const expression::ExpressionPtr& expression, const RowType& input) const;

  /// A time attribute's value; other expressions as they are.
  Result<expression::ExpressionPtr> value_of(const expression::ExpressionPtr& expression) const;

  /// The node with the columns made plain: a Calc above it, or its own projection changed if it is one. The node itself
  /// if none of them is a time attribute.
  Result<plan::ExecNodePtr> with_values(const plan::ExecNodePtr& node, const std::vector<size_t>& columns) const;

 private:
  const expression::FunctionRegistry& functions_;
};

/// The expression with references of the row's own types.
expression::ExpressionPtr retyped(const expression::ExpressionPtr& expression, const RowType& input);

}  // namespace eddyline::sql
