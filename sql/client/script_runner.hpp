#pragma once

#include <functional>
#include <string_view>

#include "common/file/text_output.hpp"
#include "sql/client/job_launcher.hpp"
#include "sql/client/tableau.hpp"
#include "sql/parser/statement_splitter.hpp"
#include "sql/session/session.hpp"

namespace eddyline::sql {

/// Executes the statements of a script one after another and prints what they give, as Flink's SQL client does.
///
/// Thread   one. Everything is borrowed.
class ScriptRunner {
 public:
  struct Outputs {
    TextOutput& results;   ///< tables and rows
    TextOutput& messages;  ///< [INFO] and [ERROR] lines
  };
  enum class Purpose : uint8_t {
    kStatements,  ///< -f: every statement
    kSetUp,       ///< -i: no SELECT and INSERT; succeeds silently
  };

  /// What stands before each statement's output.
  enum class Echo : uint8_t {
    kNone,
    kPrompt,  ///< the statement behind the prompt, as if it had been typed
  };

  ScriptRunner(Session& session, JobLauncher& launcher, Outputs outputs, Echo echo = Echo::kNone)
      : session_(session), launcher_(launcher), outputs_(outputs), echo_(echo) {}

  /// Ends at the first statement that fails, after printing why, or at QUIT.
  /// Errors   that statement's; kCancelled when the user ended a query.
  Status run(std::string_view script, Purpose purpose);

 private:
  Status run_statement(const StatementText& statement, Purpose purpose);
  Status print(const StatementResult& result);
  Status run_insert(InsertJob insert);
  Status run_query(QueryJob query, SourcePosition position);
  Status show_stream(StreamingTableau tableau, QueryRows& rows, const std::function<double()>& seconds);
  Status echo(const StatementText& statement);
  Status info(std::string_view text);

  Session& session_;
  JobLauncher& launcher_;
  Outputs outputs_;
  Echo echo_;
  bool quit_ = false;
};

/// The block that reports a failed statement: "[ERROR] Could not execute SQL statement. Reason:" and the message, with
/// its place unless the message says it.
std::string error_block(const Status& error);

}  // namespace eddyline::sql
