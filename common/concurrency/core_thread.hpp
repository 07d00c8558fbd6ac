#pragma once

#include <functional>
#include <string>
#include <utility>

#include "common/concurrency/event_loop.hpp"

namespace eddyline {

/// The one thread that drives a state machine: `Core` has tick(Moment) and next_tick(), as EventLoop::Ticks.
///
/// Thread   as EventLoop.
template <class Core>
class CoreThread {
 public:
  using Event = std::function<void(Core& core, Moment now)>;

  /// Both are borrowed; nobody else touches the core between start() and the end.
  CoreThread(std::string name, Core& core, const Clock& clock)
      : core_(core),
        loop_(std::move(name),
              {.tick = [&core](Moment now) { core.tick(now); }, .next = [&core] { return core.next_tick(); }}, clock) {}

  Status start() { return loop_.start(); }
  bool post(Event event) { return loop_.post(bound(std::move(event))); }
  void finish(Event last) { loop_.finish(bound(std::move(last))); }
  void stop() { loop_.stop(); }

 private:
  EventLoop::Event bound(Event event) {
    return [&core = core_, event = std::move(event)](Moment now) { event(core, now); };
  }

  Core& core_;
  EventLoop loop_;
};

}  // namespace eddyline
