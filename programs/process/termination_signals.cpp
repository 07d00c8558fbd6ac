#include "programs/process/termination_signals.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstring>
#include <initializer_list>

namespace eddyline::programs {
namespace {

/// Wakes wait() when end() was called; without that call it means nothing.
constexpr int kEnded = SIGUSR1;

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, kEnded}) sigaddset(&signals, signal);
  return signals;
}

void unblock() {
  // Whoever started the process may have it ignore SIGINT, as shells do for jobs in the background.
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::signal(signal, SIG_DFL);
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

}  // namespace

TerminationSignals::TerminationSignals() {
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // A peer or reader that goes away is an error of write(), not the end of the process.
  signal(SIGPIPE, SIG_IGN);
}

TerminationSignals::~TerminationSignals() {
  // One that is pending must not kill when it is let through.
  signal(kEnded, SIG_IGN);
  unblock();
}

int TerminationSignals::wait() {
  const sigset_t signals = watched_signals();
  int received = 0;
  do {
    sigwait(&signals, &received);
  } while (received == kEnded && !ended_.load());
  if (received == kEnded) return 0;
  unblock();
  return received;
}

void TerminationSignals::end() {
  ended_.store(true);
  kill(getpid(), kEnded);
}

std::string received_signal_text(int signal) {
  const char* name = sigabbrev_np(signal);
  return "RECEIVED SIGNAL " + std::to_string(signal) + ": SIG" + (name == nullptr ? "?" : name) +
         ". Shutting down as requested.";
}

}  // namespace eddyline::programs
