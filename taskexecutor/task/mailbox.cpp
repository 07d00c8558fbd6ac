#include "taskexecutor/task/mailbox.hpp"

namespace eddyline::taskexecutor {

void Mailbox::stop(const Status& reason) {
  {
    const std::lock_guard lock(mutex_);
    if (!stopped_.ok()) return;
    stopped_ = reason;
    has_stopped_.store(true, std::memory_order_seq_cst);
  }
  wakeup_->notify();
}

Status Mailbox::stopped() const {
  if (!has_stopped_.load(std::memory_order_seq_cst)) return {};
  const std::lock_guard lock(mutex_);
  return stopped_;
}

bool Mailbox::trigger(CheckpointBarrier barrier) {
  {
    const std::lock_guard lock(mutex_);
    if (!open_ || triggers_.size() == kTriggersMax) return false;
    triggers_.push_back(barrier);
    has_triggers_.store(true, std::memory_order_seq_cst);
  }
  wakeup_->notify();
  return true;
}

std::optional<CheckpointBarrier> Mailbox::take_trigger() {
  if (!has_triggers_.load(std::memory_order_seq_cst)) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const CheckpointBarrier barrier = triggers_.front();
  triggers_.pop_front();
  has_triggers_.store(!triggers_.empty(), std::memory_order_seq_cst);
  return barrier;
}

void Mailbox::close() {
  const std::lock_guard lock(mutex_);
  open_ = false;
  triggers_.clear();
  has_triggers_.store(false, std::memory_order_seq_cst);
}

}  // namespace eddyline::taskexecutor
