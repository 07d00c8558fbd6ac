#include "programs/local/failure_reports.hpp"

#include <utility>

#include "common/concurrency/named_thread.hpp"

namespace eddyline::programs {

Status FailureReports::start() {
  if (thread_.joinable()) return {};
  ASSIGN_OR_RETURN(thread_, start_thread("failure reports", [this] { write_all(); }));
  return {};
}

FailureReports::~FailureReports() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void FailureReports::post(std::string text) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(text));
  }
  changed_.notify_all();
}

void FailureReports::flush() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.empty() && !writing_; });
}

void FailureReports::write_all() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return !waiting_.empty() || stopping_; });
    if (waiting_.empty()) return;
    const std::string text = std::move(waiting_.front());
    waiting_.pop_front();
    writing_ = true;
    lock.unlock();
    // There is nobody to tell if the terminal is gone.
    static_cast<void>(messages_.write(text));
    lock.lock();
    writing_ = false;
    changed_.notify_all();
  }
}

}  // namespace eddyline::programs
