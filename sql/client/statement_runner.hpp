#pragma once

#include <string_view>

#include "common/file/text_output.hpp"
#include "sql/client/job_launcher.hpp"
#include "sql/client/message_text.hpp"
#include "sql/client/query_display.hpp"
#include "sql/parser/statement_splitter.hpp"
#include "sql/session/session.hpp"

namespace eddyline::sql {

/// Where a client prints.
struct ClientOutputs {
  TextOutput& results;   ///< tables and rows
  TextOutput& messages;  ///< [INFO] and [ERROR] lines
};

/// How a client prints.
struct ClientStyle {
  Colours colours = Colours::kNone;
  ResultView view = ResultView::kScript;
  /// The messages go to a screen, which CLEAR clears.
  bool has_screen = false;
};

/// Executes one statement after another and prints what each gives, as Flink's SQL client does.
///
/// Thread   one. Everything is borrowed.
class StatementRunner {
 public:
  enum class Purpose : uint8_t {
    kStatements,  ///< every statement
    kSetUp,       ///< -i: no SELECT and INSERT; succeeds silently
  };

  StatementRunner(Session& session, JobLauncher& launcher, ClientOutputs outputs, ClientStyle style = {})
      : session_(session), launcher_(launcher), outputs_(outputs), style_(style) {}

  /// Prints the result, or why there is none.
  /// Errors   the statement's, printed; kCancelled when the user ended a query; kIoError when nothing can be printed.
  Status run(const StatementText& statement, Purpose purpose);
  /// Prints why there is no statement to run.
  Status report(const Status& error);

  Status write(std::string_view text) { return outputs_.messages.write(text); }
  Status info(std::string_view text) { return write(info_line(text, style_.colours)); }

  /// To be called again and again while what is printed waits for its reader: a SELECT whose rows stand still goes on.
  void while_output_waits() {
    if (shown_ != nullptr) shown_->stay_alive();
  }

  /// QUIT was run: nothing may follow.
  bool has_quit() const { return quit_; }

 private:
  Status execute(const StatementText& statement, Purpose purpose);
  Status show(StatementResult result, Purpose purpose, SourcePosition position);
  Status act(ClientAction action);
  Status run_insert(InsertJob insert);
  Status run_query(QueryJob query, SourcePosition position);
  Status run_job_command(const JobCommand& command);
  Status cancel_job(const JobId& id);
  Status show_table(const StaticTable& table);
  Status warn_of_missing_slots(const SubmittedJob& job);
  Status warn(std::string_view text) { return write(warning_line(text, style_.colours)); }
  Status succeeded() { return info("Execute statement succeeded."); }

  Session& session_;
  JobLauncher& launcher_;
  ClientOutputs outputs_;
  ClientStyle style_;
  /// Whose rows are being printed.
  QueryRows* shown_ = nullptr;
  bool quit_ = false;
};

}  // namespace eddyline::sql
