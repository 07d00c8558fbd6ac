#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "sql/client/interruption.hpp"
#include "sql/client/line_source.hpp"
#include "sql/client/statement_history.hpp"

namespace eddyline::sql {

/// Lines typed at the process's terminal, with editing as in a shell and the statements of the history to recall.
///
/// Between lines the terminal shows no typed characters, so that lines pasted while a statement runs appear once, when they are read.
///
/// Thread   one; redraw(): any.
class LineEditor final : public LineSource {
 public:
  /// Standard input and output must be a terminal. All are borrowed.
  LineEditor(Interruption& interruption, StatementHistory& history);
  /// Leaves the terminal as it was.
  ~LineEditor() override;

  /// kInterrupted discards what is on the line; kEnd for Ctrl+D on an empty one, and once interrupted for good.
  Result<TypedLine> read(std::string_view prompt) override;
  /// What the history file does not take stays known to this prompt.
  void remember(std::string_view statement) override;

  /// The terminal has another size, or the process has the terminal again.
  void redraw();

 private:
  struct Editor;
  std::unique_ptr<Editor> editor_;
  Interruption& interruption_;
  StatementHistory& history_;
};

}  // namespace eddyline::sql
