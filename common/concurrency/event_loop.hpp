#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "common/base/status.hpp"
#include "common/clock/clock.hpp"
#include "common/clock/moment.hpp"

namespace eddyline {

/// One thread that does what is posted, in order, and ticks at its deadlines.
///
/// What was posted before a deadline passed is done before the tick, and both at the moment of the tick: what has arrived in
/// time is never judged late. What is posted meanwhile waits, so that ticks come also while there is always something to do.
///
/// Thread   post(), finish(): any, also before start(). The rest: one.
class EventLoop {
 public:
  using Event = std::function<void(Moment now)>;
  /// Called by the thread only.
  struct Ticks {
    std::function<void(Moment now)> tick;
    /// When tick() has something to do, by the steady clock; nothing while only events can change anything.
    std::function<std::optional<std::chrono::milliseconds>()> next;
  };

  /// The clock is borrowed.
  EventLoop(std::string name, Ticks ticks, const Clock& clock);
  /// One without deadlines.
  EventLoop(std::string name, const Clock& clock)
      : EventLoop(std::move(name), {.tick = [](Moment) {}, .next = [] { return std::nullopt; }}, clock) {}
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  /// Errors   kIoError: the system has no thread left.
  Status start();
  /// False, and nothing comes of it, when it takes nothing any more.
  bool post(Event event);
  /// Takes nothing more: does what was posted before, then `last`, and waits for that.
  void finish(Event last);
  /// Drops what waits; returns when nothing is being done any more.
  void stop();

 private:
  /// What is done at one moment: the oldest events, then perhaps a tick.
  struct Round {
    Moment now;
    size_t events = 0;
    bool ticks = false;
  };

  void run();
  /// Waits for something to do; nothing at the end.
  std::optional<Round> next_round();
  bool serve_oldest(Moment now);
  Moment now() const;
  void close(std::optional<Event> last);

  const std::string name_;
  const Ticks ticks_;
  const Clock& clock_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Event> events_;
  bool closed_ = false;
  std::thread thread_;
};

}  // namespace eddyline
