#pragma once

#include <memory>

struct termios;

namespace eddyline::programs {

/// How the terminal at standard input was when the process started, for an end that leaves out all destructors.
class SavedTerminal {
 public:
  SavedTerminal();
  ~SavedTerminal();
  SavedTerminal(const SavedTerminal&) = delete;
  SavedTerminal& operator=(const SavedTerminal&) = delete;

  /// Thread   any.
  void restore() const;

 private:
  /// Null where there is no terminal.
  std::unique_ptr<termios> settings_;
};

}  // namespace eddyline::programs
