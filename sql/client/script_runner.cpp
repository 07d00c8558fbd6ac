#include "sql/client/script_runner.hpp"

#include <string>

#include "sql/client/client_texts.hpp"

namespace eddyline::sql {

/// An empty line and the prompt before the statement, the continuation prompt before its further lines.
Status ScriptRunner::echo(const StatementText& statement) {
  std::string text = "\n" + std::string(kPrompt);
  for (const char c : statement.text) {
    text += c;
    if (c == '\n') text += kContinuationPrompt;
  }
  return runner_.write(text + ";\n");
}

Status ScriptRunner::run(std::string_view script, Purpose purpose) {
  const auto split = split_statements(script);
  if (!split.ok()) return runner_.report(split.status());
  const bool echoes = echo_ == Echo::kPrompt && purpose == Purpose::kStatements;
  if (echoes) RETURN_IF_ERROR(runner_.info("Executing SQL from file."));
  for (const StatementText& statement : split->statements) {
    if (echoes) RETURN_IF_ERROR(echo(statement));
    RETURN_IF_ERROR(runner_.run(statement, purpose));
    if (runner_.has_quit()) return Status();
  }
  return split->unreadable.ok() ? Status() : runner_.report(split->unreadable);
}

}  // namespace eddyline::sql
