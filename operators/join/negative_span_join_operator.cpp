#include "operators/join/negative_span_join_operator.hpp"

#include <algorithm>

#include "operators/join/interval_join_window.hpp"
#include "operators/join/join_columns.hpp"
#include "operators/operator_context.hpp"

namespace eddyline::operators {

NegativeSpanJoinOperator::NegativeSpanJoinOperator(plan::JoinType type, RowType left, RowType right)
    : type_(type), left_(std::move(left)), right_(std::move(right)) {}

Status NegativeSpanJoinOperator::open(OperatorContext& context) {
  output_rows_ = context.batch_limits().rows;
  return Status();
}

Result<Progress> NegativeSpanJoinOperator::on_batch(size_t input, const Batch& batch, Output& output) {
  const bool from_left = input == input_of(JoinSide::kLeft);
  if (from_left ? !plan::pads_left(type_) : !plan::pads_right(type_)) return Progress::kDone;

  const size_t count = std::min(batch.rows() - position_, output_rows_);
  const size_t rows = batch.physical_rows();
  std::vector<ColumnPtr> columns = from_left ? side_by_side(batch.columns(), null_columns(right_, rows))
                                             : side_by_side(null_columns(left_, rows), batch.columns());
  output.emit(batch.slice(position_, count).with_columns(std::move(columns)));
  position_ += count;
  if (position_ < batch.rows()) return Progress::kMore;
  position_ = 0;
  return Progress::kDone;
}

}  // namespace eddyline::operators
