#include "common/concurrency/event_loop.hpp"

#include <algorithm>
#include <utility>

#include "common/concurrency/named_thread.hpp"
#include "common/concurrency/sleep_time.hpp"

namespace eddyline {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

EventLoop::EventLoop(std::string name, Ticks ticks, const Clock& clock)
    : name_(std::move(name)), ticks_(std::move(ticks)), clock_(clock) {}

EventLoop::~EventLoop() { stop(); }

Status EventLoop::start() {
  ASSIGN_OR_RETURN(thread_, start_thread(name_, [this] { run(); }));
  return {};
}

bool EventLoop::post(Event event) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return false;
    events_.push_back(std::move(event));
  }
  changed_.notify_one();
  return true;
}

void EventLoop::finish(Event last) { close(std::move(last)); }

void EventLoop::stop() { close(std::nullopt); }

void EventLoop::close(std::optional<Event> last) {
  std::deque<Event> dropped;
  {
    const std::lock_guard lock(mutex_);
    // What they hold may take locks of its own where it is freed.
    if (!last) dropped.swap(events_);
    if (last && !closed_) events_.push_back(*std::move(last));
    closed_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

Moment EventLoop::now() const {
  return {clock_.now(), std::chrono::duration_cast<milliseconds>(steady_clock::now().time_since_epoch())};
}

std::optional<EventLoop::Round> EventLoop::next_round() {
  const std::optional<milliseconds> deadline = ticks_.next();
  std::unique_lock lock(mutex_);
  const auto has_news = [&] { return closed_ || !events_.empty(); };
  if (deadline) {
    // A deadline may be centuries away, which a time point of nanoseconds cannot hold.
    const milliseconds wake = std::min(*deadline, now().steady + kSleepMax);
    changed_.wait_until(lock, steady_clock::time_point(wake), has_news);
  } else {
    changed_.wait(lock, has_news);
  }
  if (closed_ && events_.empty()) return std::nullopt;
  const Moment moment = now();
  if (deadline && moment.steady >= *deadline) return Round{moment, events_.size(), true};
  return Round{moment, std::min<size_t>(events_.size(), 1), false};
}

bool EventLoop::serve_oldest(Moment now) {
  std::unique_lock lock(mutex_);
  if (events_.empty()) return false;
  const Event event = std::move(events_.front());
  events_.pop_front();
  lock.unlock();
  event(now);
  return true;
}

void EventLoop::run() {
  while (const std::optional<Round> round = next_round()) {
    bool goes_on = true;
    for (size_t served = 0; goes_on && served < round->events; ++served) goes_on = serve_oldest(round->now);
    if (goes_on && round->ticks) ticks_.tick(round->now);
  }
}

}  // namespace eddyline
