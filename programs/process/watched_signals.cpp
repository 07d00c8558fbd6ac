#include "programs/process/watched_signals.hpp"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "common/base/check.hpp"

namespace eddyline::programs {
namespace {

sigset_t set_of(const std::vector<int>& signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  return set;
}

}  // namespace

WatchedSignals::WatchedSignals(std::initializer_list<int> signals) : signals_(signals) {
  const sigset_t set = set_of(signals_);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  // Shells have what they start in the background ignore SIGINT.
  for (const int signal : signals_) ::signal(signal, SIG_DFL);
  ::signal(SIGPIPE, SIG_IGN);
  arrived_ = OwnedDescriptor(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  woken_ = OwnedDescriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  CHECK(arrived_.is_open() && woken_.is_open()) << "no descriptors for signals: " << std::strerror(errno);
}

std::optional<int> WatchedSignals::wait(std::optional<std::chrono::milliseconds> timeout) {
  std::array<pollfd, 2> waited{{{woken_.get(), POLLIN, 0}, {arrived_.get(), POLLIN, 0}}};
  while (true) {
    const int ready = poll(waited.data(), waited.size(), timeout ? static_cast<int>(timeout->count()) : -1);
    if (ready == 0) return std::nullopt;
    if (ready > 0 && waited[0].revents != 0) return 0;
    signalfd_siginfo signal{};
    if (read(arrived_.get(), &signal, sizeof(signal)) == sizeof(signal)) return static_cast<int>(signal.ssi_signo);
  }
}

void WatchedSignals::wake() {
  // A full count is readable as well.
  static_cast<void>(eventfd_write(woken_.get(), 1));
}

void WatchedSignals::let_through() {
  const sigset_t set = set_of(signals_);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace eddyline::programs
