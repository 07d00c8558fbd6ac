#include "operators/operator.hpp"

#include <utility>

namespace eddyline::operators {

void Output::emit(Batch batch) {
  CHECK(!batch_.has_value()) << "an operator emits at most one batch a call";
  if (batch.empty()) return;
  batch_ = std::move(batch);
}

std::optional<Batch> Output::take() {
  return std::exchange(batch_, std::nullopt);
}

Status Operator::open(OperatorContext&) {
  return Status();
}
Result<Progress> Operator::on_watermark(EventTime, Output&) {
  return Progress::kDone;
}
Result<Progress> Operator::on_processing_time(ProcessingTime, Output&) {
  return Progress::kDone;
}
Result<Progress> Operator::on_end_of_input(size_t, Output&) {
  return Progress::kDone;
}

Result<Progress> SourceOperator::on_batch(size_t, const Batch&, Output&) {
  CHECK(false) << "a source has no input";
  return Progress::kDone;
}

}  // namespace eddyline::operators
