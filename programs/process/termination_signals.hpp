#pragma once

#include <string>

#include "programs/process/watched_signals.hpp"

namespace eddyline::programs {

/// Waits for the signal that ends a daemon: SIGTERM, SIGINT or SIGHUP. They are held back for as long as the object lives or until
/// one came; from then on a second one ends the process at once, so that an end that hangs can be cut short.
///
/// Thread   made in main before any other thread starts; wait(): that thread; end(): any.
class TerminationSignals {
 public:
  TerminationSignals();
  ~TerminationSignals() { signals_.let_through(); }

  /// The signal that came, 0 if end() was called.
  int wait();
  /// Ends wait(), also one that has not begun.
  void end() { signals_.wake(); }

 private:
  WatchedSignals signals_;
};

/// "RECEIVED SIGNAL 15: SIGTERM. Shutting down as requested."
std::string received_signal_text(int signal);

}  // namespace eddyline::programs
