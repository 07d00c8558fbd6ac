#include "taskexecutor/snapshot/state_writing.hpp"

#include "common/columnar/row_bytes.hpp"

namespace eddyline::taskexecutor {
namespace {

size_t bytes_of(const Batch& rows) {
  const RowBytes row_bytes(rows);
  size_t bytes = 0;
  rows.selected().for_each([&](size_t row) { bytes += row_bytes.of(static_cast<int32_t>(row)); });
  return bytes;
}

}  // namespace

StateWriting::StateWriting(checkpoint::StateFileWriter file, RunBeside run_beside, Done done, WakeupPtr reader)
    : run_beside_(std::move(run_beside)), done_(std::move(done)), reader_(std::move(reader)), file_(std::move(file)) {}

void StateWriting::add(size_t state, Batch rows) {
  const size_t bytes = bytes_of(rows);
  std::unique_lock lock(mutex_);
  queue_.push_back({state, std::move(rows), bytes});
  queued_bytes_.fetch_add(bytes, std::memory_order_relaxed);
  begin_work(std::move(lock));
}

void StateWriting::finish() {
  std::unique_lock lock(mutex_);
  finished_ = true;
  begin_work(std::move(lock));
}

void StateWriting::abandon() {
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
  queue_.clear();
  queued_bytes_.store(0, std::memory_order_relaxed);
}

void StateWriting::begin_work(std::unique_lock<std::mutex> lock) {
  if (std::exchange(working_, true)) return;
  lock.unlock();
  run_beside_([self = shared_from_this()] { self->work(); });
}

void StateWriting::work() {
  while (work_once()) {
  }
}

/// False: there is nothing to do, for now or for ever.
bool StateWriting::work_once() {
  std::unique_lock lock(mutex_);
  if (abandoned_ || (queue_.empty() && !finished_)) return working_ = false;
  if (queue_.empty()) {
    lock.unlock();
    // Stays at work, so that nobody begins again.
    done_(failure_.ok() ? file_.finish() : Result<checkpoint::SavedBytes>(failure_));
    return false;
  }
  const Rows rows = std::move(queue_.front());
  queue_.pop_front();
  lock.unlock();
  if (failure_.ok()) failure_ = file_.add(static_cast<uint32_t>(rows.state), rows.batch);
  lock.lock();
  if (abandoned_) return true;
  queued_bytes_.fetch_sub(rows.bytes, std::memory_order_relaxed);
  const bool emptied = queue_.empty();
  lock.unlock();
  if (emptied) reader_->notify();
  return true;
}

}  // namespace eddyline::taskexecutor
