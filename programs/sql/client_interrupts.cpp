#include "programs/sql/client_interrupts.hpp"

#include <signal.h>
#include <unistd.h>

namespace eddyline::programs {
namespace {

/// How long after a signal that ends the client a reader that still reads may take to get what is written.
constexpr std::chrono::milliseconds kEndGrace{250};

/// So many interrupts that nothing has reacted to for so long end the process: planning a statement looks for none. A key that is held
/// down sends more within a moment.
constexpr int kIgnoredMax = 3;
constexpr std::chrono::seconds kIgnoredFor{2};

}  // namespace

Status ClientInterrupts::start(CtrlC ctrl_c) {
  const bool statement_only = ctrl_c == CtrlC::kEndsTheStatement;
  return signals_.start({[this, statement_only] { statement_only ? interrupt() : end(SIGINT); },
                         [this](int signal) { end(signal); }, [this] { redraw(); }});
}

void ClientInterrupts::interrupt() {
  const auto now = std::chrono::steady_clock::now();
  if (!interruption_.raised()) {
    ignored_ = 0;
    first_ignored_ = now;
  }
  if (++ignored_ > kIgnoredMax && now - first_ignored_ >= kIgnoredFor) leave(SIGINT);
  interruption_.raise();
}

void ClientInterrupts::end(int signal) {
  if (interruption_.for_good()) leave(signal);
  interruption_.raise_for_good();
  output_.give_up_after(kEndGrace);
}

void ClientInterrupts::redraw() {
  if (sql::LineEditor* editor = editor_.load()) editor->redraw();
}

void ClientInterrupts::leave(int signal) {
  terminal_.restore();
  _exit(128 + signal);
}

}  // namespace eddyline::programs
