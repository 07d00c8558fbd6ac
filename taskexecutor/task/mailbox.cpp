#include "taskexecutor/task/mailbox.hpp"

#include <utility>

namespace eddyline::taskexecutor {

void Mailbox::post(Mail mail) {
  {
    const std::lock_guard lock(mutex_);
    mail_.push_back(std::move(mail));
    has_mail_.store(true, std::memory_order_seq_cst);
  }
  wakeup_->notify();
}

std::vector<Mail> Mailbox::take() {
  if (!has_mail_.load(std::memory_order_seq_cst)) return {};
  const std::lock_guard lock(mutex_);
  has_mail_.store(false, std::memory_order_seq_cst);
  return std::exchange(mail_, {});
}

}  // namespace eddyline::taskexecutor
