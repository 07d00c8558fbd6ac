#pragma once

#include <atomic>
#include <functional>
#include <thread>

#include "common/base/status.hpp"
#include "programs/process/watched_signals.hpp"

namespace eddyline::programs {

/// Calls a function, on a thread of its own, when the process gets SIGINT or SIGTERM, and again every half second as
/// long as it finds something to end in order. The process is ended at once if it finds nothing, by a second signal,
/// and when nothing has been left for half a second and the process still does something else, such as planning a
/// statement.
///
/// Thread   made in main before any other thread starts, so that all inherit the blocked signals.
class InterruptSignals {
 public:
  InterruptSignals();
  ~InterruptSignals();
  InterruptSignals(const InterruptSignals&) = delete;
  InterruptSignals& operator=(const InterruptSignals&) = delete;

  /// `on_interrupt` asks what runs to end, and answers whether something is left that does.
  /// Errors   kIoError: the system has no thread left.
  Status start(std::function<bool()> on_interrupt);
  /// Calls nothing any more, so that what the function uses may go; a signal ends the process at once from now on.
  void stop();
  /// The signal that came, 0 if none did.
  int received() const { return received_.load(); }

 private:
  void watch();
  void end_in_order(int signal);

  WatchedSignals signals_;
  std::function<bool()> on_interrupt_;
  std::atomic<int> received_{0};
  std::thread thread_;
};

}  // namespace eddyline::programs
