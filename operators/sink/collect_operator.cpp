#include "operators/sink/collect_operator.hpp"

#include "operators/operator_context.hpp"

namespace eddyline::operators {

Status CollectOperator::open(OperatorContext& context) {
  results_->attach(context.wakeup());
  return {};
}

Result<Progress> CollectOperator::on_batch(size_t, const Batch& batch, Output&) {
  return results_->try_push(batch) ? Progress::kDone : Progress::kBlocked;
}

Status CollectOperator::close() {
  results_->finish();
  return {};
}

}  // namespace eddyline::operators
