#pragma once

#include <atomic>
#include <functional>
#include <thread>

#include "common/base/status.hpp"
#include "programs/process/watched_signals.hpp"

namespace eddyline::programs {

/// Turns the signals of a client into calls, on a thread of its own.
///
/// Thread   made in main before any other thread starts, so that all inherit the blocked signals.
class ClientSignals {
 public:
  struct Calls {
    /// SIGINT: what runs now is to end.
    std::function<void()> interrupt;
    /// SIGTERM, SIGHUP: everything is to end. Called again by each further one.
    std::function<void(int signal)> end;
    /// SIGWINCH, SIGCONT: the terminal is another one.
    std::function<void()> redraw;
  };

  ClientSignals();
  ~ClientSignals();
  ClientSignals(const ClientSignals&) = delete;
  ClientSignals& operator=(const ClientSignals&) = delete;

  /// Errors   kIoError: the system has no thread left.
  Status start(Calls calls);
  /// Calls nothing any more, so that what the calls use may go.
  void stop();
  /// The signal that came last of those that end or interrupt; 0 if none did.
  int received() const { return received_.load(); }

 private:
  void watch();

  WatchedSignals signals_;
  Calls calls_;
  std::atomic<int> received_{0};
  std::thread thread_;
};

}  // namespace eddyline::programs
