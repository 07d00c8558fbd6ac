#pragma once

#include <string_view>

#include "sql/client/statement_runner.hpp"

namespace eddyline::sql {

/// Executes the statements of a script one after another.
///
/// Thread   one. The runner is borrowed.
class ScriptRunner {
 public:
  using Purpose = StatementRunner::Purpose;

  /// What stands before each statement's output.
  enum class Echo : uint8_t {
    kNone,
    kPrompt,  ///< the statement behind the prompt, as if it had been typed
  };

  explicit ScriptRunner(StatementRunner& runner, Echo echo = Echo::kNone) : runner_(runner), echo_(echo) {}

  /// Ends at the first statement that fails, after printing why, or at QUIT. The last `;` may be missing.
  /// Errors   that statement's; kCancelled when the user ended a query.
  Status run(std::string_view script, Purpose purpose);

 private:
  Status echo(const StatementText& statement);

  StatementRunner& runner_;
  Echo echo_;
};

}  // namespace eddyline::sql
