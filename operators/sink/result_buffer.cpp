#include "operators/sink/result_buffer.hpp"

#include <utility>

#include "common/columnar/batch_codec.hpp"

namespace eddyline::operators {

void ResultBuffer::attach(WakeupPtr operator_wakeup) {
  const std::lock_guard lock(mutex_);
  operator_ = std::move(operator_wakeup);
}

Result<bool> ResultBuffer::try_push(const Batch& batch) {
  if (batch.empty()) return true;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return true;
    operator_waits_ = memory_->used() >= bytes_max_;
    if (operator_waits_) return false;
  }
  // Outside of the lock: a reader takes what is there meanwhile.
  const BatchEncoder encoder(batch);
  RETURN_IF_ERROR(memory_->reserve(Bytes(encoder.size())));
  auto bytes = std::make_shared<std::string>(encoder.size(), '\0');
  encoder.write(reinterpret_cast<uint8_t*>(bytes->data()));
  {
    const std::lock_guard lock(mutex_);
    next_ += batch.rows();
    batches_.push_back({batch.rows(), std::move(bytes)});
    // Closed meanwhile.
    if (closed_) forget_before(next_);
  }
  tell_reader();
  return true;
}

void ResultBuffer::finish() {
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  tell_reader();
}

void ResultBuffer::tell_reader() {
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(reader_waits_, false)) return;
  }
  if (reader_) reader_();
}

Result<ResultBuffer::Fetched> ResultBuffer::fetch(uint64_t offset, Bytes bytes_max) {
  const std::lock_guard lock(mutex_);
  if (offset < first_) return not_found("Rows before row " + std::to_string(first_) + " are not kept any more.");
  if (offset > next_) return data_error("There is no row " + std::to_string(offset) + " yet.");
  forget_before(offset);
  Fetched fetched{.offset = first_, .rows = 0, .batches = {}, .ended = false};
  uint64_t bytes = 0;
  for (const Kept& kept : batches_) {
    bytes += kept.bytes->size();
    if (bytes > bytes_max.value() && !fetched.batches.empty()) break;
    fetched.batches.push_back(kept.bytes);
    fetched.rows += kept.rows;
  }
  fetched.ended = finished_ && fetched.batches.size() == batches_.size();
  reader_waits_ = batches_.empty() && !finished_;
  return fetched;
}

void ResultBuffer::forget_before(uint64_t offset) {
  while (!batches_.empty() && first_ + batches_.front().rows <= offset) {
    first_ += batches_.front().rows;
    memory_->release(Bytes(batches_.front().bytes->size()));
    batches_.pop_front();
  }
  if (memory_->used() < bytes_max_ && std::exchange(operator_waits_, false)) operator_->notify();
}

uint64_t ResultBuffer::first_offset() const {
  const std::lock_guard lock(mutex_);
  return first_;
}

void ResultBuffer::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  forget_before(next_);
  if (operator_ != nullptr) operator_->notify();
}

}  // namespace eddyline::operators
