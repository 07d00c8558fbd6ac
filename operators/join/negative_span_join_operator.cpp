#include "operators/join/negative_span_join_operator.hpp"

#include "operators/join/interval_join_window.hpp"
#include "operators/join/join_columns.hpp"

namespace eddyline::operators {

NegativeSpanJoinOperator::NegativeSpanJoinOperator(plan::JoinType type, RowType left, RowType right)
    : type_(type), left_(std::move(left)), right_(std::move(right)) {}

Result<Progress> NegativeSpanJoinOperator::on_batch(size_t input, const Batch& batch, Output& output) {
  const bool from_left = input == input_of(JoinSide::kLeft);
  if (from_left ? !plan::pads_left(type_) : !plan::pads_right(type_)) return Progress::kDone;
  const size_t rows = batch.physical_rows();
  std::vector<ColumnPtr> columns = from_left ? side_by_side(batch.columns(), null_columns(right_, rows))
                                             : side_by_side(null_columns(left_, rows), batch.columns());
  output.emit(batch.with_columns(std::move(columns)));
  return Progress::kDone;
}

}  // namespace eddyline::operators
