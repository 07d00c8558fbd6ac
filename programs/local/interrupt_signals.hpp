#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace eddyline::programs {

/// Calls a function once, on a thread of its own, when the process gets SIGINT or SIGTERM. A second signal ends the process at once, as
/// does the first when the function finds nothing to end in order.
///
/// Thread   made in main before any other thread starts, so that all inherit the blocked signals.
class InterruptSignals {
 public:
  InterruptSignals();
  ~InterruptSignals();
  InterruptSignals(const InterruptSignals&) = delete;
  InterruptSignals& operator=(const InterruptSignals&) = delete;

  /// `on_interrupt` answers whether the process will now come to its end by itself.
  void start(std::function<bool()> on_interrupt);
  /// Calls nothing any more, so that what the function uses may go; a signal ends the process at once from now on.
  void stop();
  /// The signal that came, 0 if none did.
  int received() const { return received_.load(); }

 private:
  void watch();

  std::function<bool()> on_interrupt_;
  std::atomic<int> received_{0};
  std::thread thread_;
};

}  // namespace eddyline::programs
