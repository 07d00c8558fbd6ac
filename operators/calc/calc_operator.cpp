#include "operators/calc/calc_operator.hpp"

#include "operators/failing_rows.hpp"
#include "operators/operator_context.hpp"
#include "operators/operator_registry.hpp"
#include "plan/nodes/calc_node.hpp"

namespace eddyline::operators {

Status CalcOperator::open(OperatorContext& context) {
  clock_ = &context.clock();
  evaluation_.emplace(context.evaluation_context());
  if (condition_expression_ != nullptr) {
    ASSIGN_OR_RETURN(condition_, expression::make_evaluator(condition_expression_));
  }
  projection_.reserve(projection_expressions_.size());
  for (const expression::ExpressionPtr& expression : projection_expressions_) {
    ASSIGN_OR_RETURN(projection_.emplace_back(), expression::make_evaluator(expression));
  }
  return {};
}

Result<Progress> CalcOperator::on_watermark(EventTime watermark, Output&) {
  watermark_ = watermark;
  return Progress::kDone;
}

Result<Progress> CalcOperator::on_batch(size_t, const Batch& batch, Output& output) {
  if (failing_) return evaluation_->first_error();
  evaluation_->start_batch(clock_->now(), watermark_);
  Batch passed = batch;
  if (condition_ != nullptr) {
    ASSIGN_OR_RETURN(passed, filter(batch));
  }
  if (!passed.empty()) {
    ASSIGN_OR_RETURN(passed, project(passed));
    output.emit(std::move(passed));
  }
  failing_ = evaluation_->error_count() > 0;
  return failing_ ? Progress::kMore : Progress::kDone;
}

Batch CalcOperator::computable(const Batch& batch) const {
  const auto* error = first_row_error(*evaluation_);
  return error == nullptr ? batch : rows_before(batch, error->row);
}

Result<Batch> CalcOperator::filter(const Batch& batch) {
  ASSIGN_OR_RETURN(Selection passed, expression::evaluate_filter(*condition_, *evaluation_, batch, batch.selected()));
  // All rows of a batch without selection: stays without.
  if (passed.is_all() || passed.count() == batch.rows()) return computable(batch);
  return computable(batch.with_selection(std::move(passed)));
}

Result<Batch> CalcOperator::project(const Batch& batch) {
  std::vector<ColumnPtr> columns;
  columns.reserve(projection_.size());
  for (const auto& evaluator : projection_) {
    ASSIGN_OR_RETURN(columns.emplace_back(), evaluator->evaluate(*evaluation_, batch, batch.selected()));
  }
  return computable(batch.with_columns(std::move(columns)));
}

void register_calc(OperatorRegistry& registry) {
  registry.add<plan::CalcNode>(
      [](std::shared_ptr<const plan::CalcNode> node, const JobServices&, const OperatorDeployment&) -> Result<OperatorMaker> {
        return [node](SubtaskIndex) -> Result<std::unique_ptr<Operator>> {
          return std::make_unique<CalcOperator>(node->condition, node->projection);
        };
      });
}

}  // namespace eddyline::operators
