#pragma once

#include <memory>
#include <vector>

#include "common/columnar/batch.hpp"
#include "expression/evaluation_context.hpp"
#include "expression/expression.hpp"

namespace eddyline::expression {

/// One expression made ready to run on batches of one row type: kernels bound, literals as constants, scratch kept.
///
/// Thread   one subtask's. No allocation and no virtual call per row.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// The expression's values for rows `rows` of the batch; other rows of the column are unspecified.
  /// Shapes   batch.physical_rows() rows. An input reference gives the batch's own column, a literal a constant.
  /// Errors   a returned Status; errors of single rows are in the context: call context.first_error() when all rows matter.
  virtual Result<ColumnPtr> evaluate(EvaluationContext& context, const Batch& batch, SelectedRows rows) = 0;
};

/// Errors   kNotSupported or kValidationError if a kernel cannot be made for the types.
Result<std::unique_ptr<Evaluator>> make_evaluator(const ExpressionPtr& expression);

/// Rows of `rows` for which the BOOLEAN expression is TRUE; the rows' own errors are left in the context.
Result<Selection> evaluate_filter(Evaluator& condition, EvaluationContext& context, const Batch& batch, SelectedRows rows);

/// The value of an expression without input references, by the same kernels: constant folding in the planner.
/// Errors   also those of the one row, such as a division by zero.
Result<Value> evaluate_constant(const ExpressionPtr& expression, EvaluationContext& context);

}  // namespace eddyline::expression
