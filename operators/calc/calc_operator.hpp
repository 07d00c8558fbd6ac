#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "common/clock/clock.hpp"
#include "expression/evaluator.hpp"
#include "operators/operator.hpp"

namespace eddyline::operators {

/// Filters, then projects. The rows stay where they are: a filter gives a selection, and a column that is only passed
/// on is shared.
///
/// Errors   the first row whose value cannot be computed fails the job, after the rows before it were handed on.
class CalcOperator final : public Operator {
 public:
  /// `condition` over the input row, null: every row passes. `projection`: one an output column.
  CalcOperator(expression::ExpressionPtr condition, std::vector<expression::ExpressionPtr> projection)
      : condition_expression_(std::move(condition)), projection_expressions_(std::move(projection)) {}

  Status open(OperatorContext& context) override;
  Result<Progress> on_batch(size_t input, const Batch& batch, Output& output) override;
  Result<Progress> on_watermark(EventTime watermark, Output& output) override;

 private:
  Result<Batch> filter(const Batch& batch);
  Result<Batch> project(const Batch& batch);
  /// The rows before the first one that has failed; all if none has.
  Batch computable(const Batch& batch) const;

  expression::ExpressionPtr condition_expression_;
  std::vector<expression::ExpressionPtr> projection_expressions_;
  std::unique_ptr<expression::Evaluator> condition_;
  std::vector<std::unique_ptr<expression::Evaluator>> projection_;
  std::optional<expression::EvaluationContext> evaluation_;
  const Clock* clock_ = nullptr;
  EventTime watermark_ = kMinWatermark;
  /// The rows before a failing one have been handed on: the next call fails.
  bool failing_ = false;
};

}  // namespace eddyline::operators
