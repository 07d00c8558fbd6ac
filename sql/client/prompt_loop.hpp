#pragma once

#include <optional>
#include <string>

#include "sql/client/line_source.hpp"
#include "sql/client/statement_runner.hpp"

namespace eddyline::sql {

/// Reads statements at a prompt and executes them: one line may hold several, one statement may take several lines. A statement ends at
/// a `;` outside of quotes, comments and hints behind which its line holds nothing more.
///
/// Thread   one. Lines and runner are borrowed.
class PromptLoop {
 public:
  enum class OnFailure : uint8_t {
    kGoOn,  ///< someone types: a failing statement drops what follows in the same input, and the session goes on
    kEnd,   ///< nobody does: it ends the loop
  };

  PromptLoop(LineSource& lines, StatementRunner& runner, OnFailure on_failure)
      : lines_(lines), runner_(runner), on_failure_(on_failure) {}

  /// Until QUIT or the end of the lines.
  /// Errors   kIoError of lines and outputs; with kEnd also the first statement's that failed, or kCancelled.
  Status run();

 private:
  /// What was typed up to the end of a statement; none at the end of the lines.
  Result<std::optional<std::string>> read_input();
  Status run_input(const std::string& input);

  LineSource& lines_;
  StatementRunner& runner_;
  const OnFailure on_failure_;
  bool ended_ = false;
};

}  // namespace eddyline::sql
