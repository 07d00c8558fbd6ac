#include "programs/sql/client_signals.hpp"

#include <signal.h>

#include <utility>

#include "common/concurrency/named_thread.hpp"

namespace eddyline::programs {

ClientSignals::ClientSignals() : signals_({SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT}) {}

ClientSignals::~ClientSignals() { stop(); }

Status ClientSignals::start(Calls calls) {
  calls_ = std::move(calls);
  ASSIGN_OR_RETURN(thread_, start_thread("signals", [this] { watch(); }));
  return {};
}

void ClientSignals::stop() {
  if (!thread_.joinable()) return;
  signals_.wake();
  thread_.join();
}

void ClientSignals::watch() {
  while (true) {
    const int signal = signals_.wait();
    switch (signal) {
      case SIGINT:
        received_.store(signal);
        calls_.interrupt();
        break;
      case SIGTERM:
      case SIGHUP:
        received_.store(signal);
        calls_.end(signal);
        break;
      case SIGWINCH:
      case SIGCONT:
        calls_.redraw();
        break;
      default:
        return;
    }
  }
}

}  // namespace eddyline::programs
