#include "operators/sink/collect_operator.hpp"

#include <string>

#include "common/columnar/row_bytes.hpp"
#include "operators/operator_context.hpp"

namespace eddyline::operators {
namespace {

Status too_long(uint64_t number, size_t bytes) {
  return data_error("Row " + std::to_string(number) + " of the result takes " + std::to_string(bytes) +
                    " bytes; a row for a client takes " + std::to_string(kResultRowBytesMax.value()) + " at most.");
}

/// How many rows from `first` on, one at least, go together.
size_t rows_of_piece(const Batch& batch, size_t first, const RowBytes& row_bytes) {
  const SelectedRows selected = batch.selected();
  size_t bytes = 0;
  size_t count = 0;
  while (first + count < batch.rows()) {
    bytes += row_bytes.of(static_cast<int32_t>(selected[first + count]));
    if (count > 0 && bytes > kResultPieceBytesMax.value()) break;
    ++count;
  }
  return count;
}

}  // namespace

Status CollectOperator::open(OperatorContext& context) {
  results_->attach(context.wakeup());
  return {};
}

Result<Progress> CollectOperator::on_batch(size_t, const Batch& batch, Output&) {
  if (batch.empty()) return Progress::kDone;
  const RowBytes row_bytes(batch);
  const size_t first_bytes = row_bytes.of(static_cast<int32_t>(batch.selected()[taken_]));
  if (first_bytes > kResultRowBytesMax.value()) return too_long(taken_before_ + taken_ + 1, first_bytes);
  const size_t count = rows_of_piece(batch, taken_, row_bytes);
  ASSIGN_OR_RETURN(const bool pushed, results_->try_push(batch.slice(taken_, count)));
  if (!pushed) return Progress::kBlocked;
  taken_ += count;
  if (taken_ < batch.rows()) return Progress::kMore;
  taken_before_ += std::exchange(taken_, 0);
  return Progress::kDone;
}

Status CollectOperator::close() {
  results_->finish();
  return {};
}

}  // namespace eddyline::operators
