#include "taskexecutor/process/core_thread.hpp"

#include <utility>

namespace eddyline::taskexecutor {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

CoreThread::~CoreThread() { stop(); }

void CoreThread::start() {
  thread_ = std::thread([this] { run(); });
}

void CoreThread::post(Event event) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    events_.push_back(std::move(event));
  }
  changed_.notify_one();
}

void CoreThread::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    events_.clear();
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

Moment CoreThread::now() const {
  return {clock_.now(), std::chrono::duration_cast<milliseconds>(steady_clock::now().time_since_epoch())};
}

void CoreThread::run() {
  std::unique_lock lock(mutex_);
  const auto has_news = [&] { return stopping_ || !events_.empty(); };
  while (!stopping_) {
    const auto tick = core_.next_tick();
    if (!tick) {
      changed_.wait(lock, has_news);
    } else if (!changed_.wait_until(lock, steady_clock::time_point(*tick), has_news)) {
      lock.unlock();
      core_.tick(now());
      lock.lock();
    }
    if (stopping_ || events_.empty()) continue;
    const Event event = std::move(events_.front());
    events_.pop_front();
    lock.unlock();
    event(core_, now());
    lock.lock();
  }
}

}  // namespace eddyline::taskexecutor
