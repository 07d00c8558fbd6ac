#include "programs/sql/saved_terminal.hpp"

#include <termios.h>
#include <unistd.h>

namespace eddyline::programs {

SavedTerminal::SavedTerminal() : settings_(std::make_unique<termios>()) {
  if (tcgetattr(STDIN_FILENO, settings_.get()) != 0) settings_.reset();
}

SavedTerminal::~SavedTerminal() = default;

void SavedTerminal::restore() const {
  if (settings_ != nullptr) tcsetattr(STDIN_FILENO, TCSANOW, settings_.get());
}

}  // namespace eddyline::programs
