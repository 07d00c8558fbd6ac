#include "operators/sink/result_buffer.hpp"

namespace eddyline::operators {

void ResultBuffer::attach(WakeupPtr operator_wakeup) {
  const std::lock_guard lock(mutex_);
  operator_ = std::move(operator_wakeup);
}

bool ResultBuffer::try_push(const Batch& batch) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return true;
    if (rows_ >= rows_max_) return false;
    rows_ += batch.rows();
    batches_.push_back(batch);
  }
  client_.notify();
  return true;
}

void ResultBuffer::finish() {
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  client_.notify();
}

ResultBuffer::Fetched ResultBuffer::take() {
  const std::lock_guard lock(mutex_);
  if (batches_.empty()) return {.batch = {}, .ended = finished_};
  Fetched fetched{.batch = std::move(batches_.front()), .ended = false};
  batches_.pop_front();
  rows_ -= fetched.batch->rows();
  if (operator_ != nullptr) operator_->notify();
  return fetched;
}

ResultBuffer::Fetched ResultBuffer::fetch(std::chrono::milliseconds timeout) {
  client_.clear();
  Fetched fetched = take();
  if (fetched.batch.has_value() || fetched.ended || timeout.count() == 0) return fetched;
  client_.wait(timeout);
  return take();
}

void ResultBuffer::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  batches_.clear();
  rows_ = 0;
  if (operator_ != nullptr) operator_->notify();
}

}  // namespace eddyline::operators
