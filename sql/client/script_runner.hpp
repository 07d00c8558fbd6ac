#pragma once

#include <string_view>

#include "common/file/text_output.hpp"
#include "sql/client/job_launcher.hpp"
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

  ScriptRunner(Session& session, JobLauncher& launcher, Outputs outputs)
      : session_(session), launcher_(launcher), outputs_(outputs) {}

  /// Ends at the first statement that fails, after printing why, or at QUIT.
  /// Errors   that statement's; kCancelled when the user ended a query.
  Status run(std::string_view script, Purpose purpose);

 private:
  Status run_statement(const StatementText& statement, Purpose purpose);
  Status print(const StatementResult& result);
  Status run_insert(InsertJob insert);
  Status run_query(QueryJob query);
  Status info(std::string_view text);

  Session& session_;
  JobLauncher& launcher_;
  Outputs outputs_;
  bool quit_ = false;
};

/// The block that reports a failed statement: "[ERROR] Could not execute SQL statement. Reason:" and the message, with its place.
std::string error_block(const Status& error);

}  // namespace eddyline::sql
