#pragma once

#include <atomic>
#include <string>

namespace eddyline::programs {

/// Waits for the signal that ends a daemon: SIGTERM, SIGINT or SIGHUP. They are blocked for as long as the object lives or until
/// one came; from then on a second one ends the process at once, so that an end that hangs can be cut short.
///
/// Thread   made in main before any other thread starts, so that all inherit the blocked signals; wait(): that thread; end(): any.
class TerminationSignals {
 public:
  TerminationSignals();
  ~TerminationSignals();
  TerminationSignals(const TerminationSignals&) = delete;
  TerminationSignals& operator=(const TerminationSignals&) = delete;

  /// The signal that came, 0 if end() was called.
  int wait();
  /// Ends wait(), also one that has not begun.
  void end();

 private:
  std::atomic<bool> ended_{false};
};

/// "RECEIVED SIGNAL 15: SIGTERM. Shutting down as requested."
std::string received_signal_text(int signal);

}  // namespace eddyline::programs
