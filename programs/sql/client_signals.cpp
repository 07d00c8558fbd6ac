#include "programs/sql/client_signals.hpp"

#include <pthread.h>
#include <signal.h>

#include <utility>

namespace eddyline::programs {
namespace {

/// Tells the watching thread to end; without stop() it means nothing.
constexpr int kStopWatching = SIGUSR1;

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT, kStopWatching}) sigaddset(&signals, signal);
  return signals;
}

}  // namespace

ClientSignals::ClientSignals() {
  // Shells let what they start in the background ignore SIGINT; here it is watched in any case.
  ::signal(SIGINT, SIG_DFL);
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // A reader or peer that goes away is an error of write(), not the end of the process.
  ::signal(SIGPIPE, SIG_IGN);
}

ClientSignals::~ClientSignals() { stop(); }

void ClientSignals::start(Calls calls) {
  calls_ = std::move(calls);
  thread_ = std::thread([this] { watch(); });
}

void ClientSignals::stop() {
  if (!thread_.joinable()) return;
  pthread_kill(thread_.native_handle(), kStopWatching);
  thread_.join();
}

void ClientSignals::watch() {
  const sigset_t signals = watched_signals();
  while (true) {
    int signal = 0;
    sigwait(&signals, &signal);
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
