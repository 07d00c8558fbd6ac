#pragma once

#include <atomic>
#include <chrono>

#include "common/file/text_output.hpp"
#include "programs/sql/client_signals.hpp"
#include "programs/sql/saved_terminal.hpp"
#include "sql/client/interruption.hpp"
#include "sql/client/line_editor/line_editor.hpp"

namespace eddyline::programs {

/// What signals do to a client: Ctrl+C ends what runs, or everything where nobody types; SIGTERM and SIGHUP end everything; another
/// size of the terminal draws the line again. Whoever does not react to them is left behind in the end.
///
/// Thread   of the client, but for what the signals' thread alone touches.
class ClientInterrupts {
 public:
  enum class CtrlC {
    /// Someone types at a prompt.
    kEndsTheStatement,
    kEndsTheClient,
  };

  /// Both are borrowed. The terminal is left as it is now, however the process ends.
  ClientInterrupts(ClientSignals& signals, FileDescriptorOutput& output) : signals_(signals), output_(output) {}
  ~ClientInterrupts() { stop(); }

  /// Errors   kIoError: the system has no thread left.
  Status start(CtrlC ctrl_c);
  /// Nothing is called any more.
  void stop() { signals_.stop(); }

  sql::Interruption& interruption() { return interruption_; }
  /// Whose line is drawn again; null for none.
  void set_editor(sql::LineEditor* editor) { editor_.store(editor); }
  /// 128 and the signal that came last.
  int exit_code() const { return 128 + signals_.received(); }

 private:
  // Calls of the signals' thread.
  void interrupt();
  void end(int signal);
  void redraw();
  [[noreturn]] void leave(int signal);

  ClientSignals& signals_;
  FileDescriptorOutput& output_;
  const SavedTerminal terminal_;
  sql::Interruption interruption_;
  std::atomic<sql::LineEditor*> editor_{nullptr};
  /// Since the last one that something reacted to. The signals' thread's.
  int ignored_ = 0;
  std::chrono::steady_clock::time_point first_ignored_;
};

}  // namespace eddyline::programs
