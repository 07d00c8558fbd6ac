#include "programs/local/interrupt_signals.hpp"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <utility>

namespace eddyline::programs {
namespace {

/// Tells the watching thread to end; no one else sends it.
constexpr int kStopWatching = SIGUSR1;

/// Between two looks at what is left to end.
constexpr timespec kInterval{.tv_sec = 0, .tv_nsec = 500'000'000};

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
  int signal = 0;
  sigwait(&signals, &signal);
  if (signal == kStopWatching) return;
  received_.store(signal);
  end_in_order(signal);
}

void InterruptSignals::end_in_order(int signal) {
  const sigset_t signals = watched_signals();
  if (!on_interrupt_()) _exit(128 + signal);
  bool was_left = true;
  while (true) {
    const int next = sigtimedwait(&signals, nullptr, &kInterval);
    if (next == kStopWatching) return;
    if (next > 0) _exit(128 + next);
    // Who waited for the last job has had no time yet to say so.
    const bool left = on_interrupt_();
    if (!left && !was_left) _exit(128 + signal);
    was_left = left;
  }
}

}  // namespace eddyline::programs
