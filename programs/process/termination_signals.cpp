#include "programs/process/termination_signals.hpp"

#include <signal.h>

#include <cstring>

namespace eddyline::programs {

TerminationSignals::TerminationSignals() : signals_({SIGTERM, SIGINT, SIGHUP}) {}

int TerminationSignals::wait() {
  const int received = signals_.wait();
  if (received != 0) signals_.let_through();
  return received;
}

std::string received_signal_text(int signal) {
  const char* name = sigabbrev_np(signal);
  return "RECEIVED SIGNAL " + std::to_string(signal) + ": SIG" + (name == nullptr ? "?" : name) +
         ". Shutting down as requested.";
}

}  // namespace eddyline::programs
