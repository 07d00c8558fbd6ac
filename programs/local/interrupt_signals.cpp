#include "programs/local/interrupt_signals.hpp"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <utility>

#include "common/concurrency/named_thread.hpp"

namespace eddyline::programs {
namespace {

/// Between two looks at what is left to end.
constexpr std::chrono::milliseconds kInterval{500};

}  // namespace

InterruptSignals::InterruptSignals() : signals_({SIGINT, SIGTERM}) {}

Status InterruptSignals::start(std::function<bool()> on_interrupt) {
  on_interrupt_ = std::move(on_interrupt);
  ASSIGN_OR_RETURN(thread_, start_thread("signals", [this] { watch(); }));
  return {};
}

InterruptSignals::~InterruptSignals() { stop(); }

void InterruptSignals::stop() {
  if (thread_.joinable()) {
    signals_.wake();
    thread_.join();
  }
  signals_.let_through();
}

void InterruptSignals::watch() {
  const int signal = signals_.wait();
  if (signal == 0) return;
  received_.store(signal);
  end_in_order(signal);
}

void InterruptSignals::end_in_order(int signal) {
  if (!on_interrupt_()) _exit(128 + signal);
  bool was_left = true;
  while (true) {
    const std::optional<int> next = signals_.wait(kInterval);
    if (next == 0) return;
    if (next) _exit(128 + *next);
    // Who waited for the last job has had no time yet to say so.
    const bool left = on_interrupt_();
    if (!left && !was_left) _exit(128 + signal);
    was_left = left;
  }
}

}  // namespace eddyline::programs
