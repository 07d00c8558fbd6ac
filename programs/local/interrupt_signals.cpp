#include "programs/local/interrupt_signals.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <utility>

namespace eddyline::programs {
namespace {

/// Tells the watching thread to end; no one else sends it.
constexpr int kStopWatching = SIGUSR1;

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, kStopWatching);
  return signals;
}

}  // namespace

InterruptSignals::InterruptSignals() {
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // A reader of our output that goes away is an error of write(), not the end of the process.
  signal(SIGPIPE, SIG_IGN);
}

void InterruptSignals::start(std::function<bool()> on_interrupt) {
  on_interrupt_ = std::move(on_interrupt);
  thread_ = std::thread([this] { watch(); });
}

InterruptSignals::~InterruptSignals() { stop(); }

void InterruptSignals::stop() {
  if (!thread_.joinable()) return;
  pthread_kill(thread_.native_handle(), kStopWatching);
  thread_.join();
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

void InterruptSignals::watch() {
  const sigset_t signals = watched_signals();
  while (true) {
    int signal = 0;
    sigwait(&signals, &signal);
    if (signal == kStopWatching) return;
    if (received_.exchange(signal) != 0 || !on_interrupt_()) _exit(128 + signal);
  }
}

}  // namespace eddyline::programs
