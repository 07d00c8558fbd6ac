#include "sql/client/script_runner.hpp"

#include <chrono>

#include "common/config/sql_client_options.hpp"
#include "common/config/table_options.hpp"
#include "sql/client/tableau.hpp"
#include "sql/parser/parser.hpp"

namespace eddyline::sql {
namespace {

using MonotonicClock = std::chrono::steady_clock;

double seconds_since(MonotonicClock::time_point start) {
  return std::chrono::duration<double>(MonotonicClock::now() - start).count();
}

constexpr std::string_view kNeedsTableau =
    "In non-interactive mode, it only supports to use TABLEAU as value of sql-client.execution.result-mode when execute "
    "query. Please add 'SET sql-client.execution.result-mode=TABLEAU;' in the sql file.";

bool runs_a_job(const Statement& statement) {
  return statement.kind == StatementKind::kQuery || statement.kind == StatementKind::kInsert ||
         statement.kind == StatementKind::kStatementSet || statement.kind == StatementKind::kExecutePlan;
}

}  // namespace

std::string error_block(const Status& error) {
  std::string text = "[ERROR] Could not execute SQL statement. Reason:\n" + error.message();
  if (error.position()) {
    text += "\n(line " + std::to_string(error.position()->line) + ", column " + std::to_string(error.position()->column) + ")";
  }
  return text + "\n";
}

Status ScriptRunner::info(std::string_view text) {
  return outputs_.messages.write("[INFO] " + std::string(text) + "\n");
}

Status ScriptRunner::run(std::string_view script, Purpose purpose) {
  const auto split = split_statements(script);
  if (!split.ok()) {
    RETURN_IF_ERROR(outputs_.messages.write(error_block(split.status())));
    return split.status();
  }
  for (const StatementText& statement : split->statements) {
    const Status status = run_statement(statement, purpose);
    if (!status.ok()) {
      if (status.code() != ErrorCode::kCancelled) RETURN_IF_ERROR(outputs_.messages.write(error_block(status)));
      return status;
    }
    if (quit_) break;
  }
  return Status();
}

Status ScriptRunner::run_statement(const StatementText& text, Purpose purpose) {
  ASSIGN_OR_RETURN(const StatementPtr statement, parse_statement(text.text, text.position));
  if (purpose == Purpose::kSetUp && runs_a_job(*statement)) {
    return validation_error("Unsupported operation in sql init file: only DDL, USE and SET statements are allowed there")
        .at(statement->position);
  }
  ASSIGN_OR_RETURN(StatementResult result, session_.execute(*statement));
  if (auto* insert = std::get_if<InsertJob>(&result)) return run_insert(std::move(*insert));
  if (auto* query = std::get_if<QueryJob>(&result)) return run_query(std::move(*query));
  return purpose == Purpose::kSetUp ? Status() : print(result);
}

Status ScriptRunner::print(const StatementResult& result) {
  if (const auto* table = std::get_if<StaticTable>(&result)) {
    return outputs_.results.write(static_tableau(table->columns, table->rows));
  }
  if (const auto* action = std::get_if<ClientAction>(&result)) {
    quit_ = *action == ClientAction::kQuit;
    return Status();
  }
  return info("Execute statement succeeded.");
}

Status ScriptRunner::run_insert(InsertJob insert) {
  ASSIGN_OR_RETURN(const bool wait, insert.job.settings.get(table_options().dml_sync));
  RETURN_IF_ERROR(info("Submitting SQL update statement to the cluster..."));
  ASSIGN_OR_RETURN(const std::string id, launcher_.submit(std::move(insert.job)));
  if (wait) {
    RETURN_IF_ERROR(launcher_.wait(id));
    return info("Complete execution of the SQL update statement.");
  }
  RETURN_IF_ERROR(info("SQL update statement has been successfully submitted to the cluster:"));
  return outputs_.messages.write("Job ID: " + id + "\n\n");
}

Status ScriptRunner::run_query(QueryJob query) {
  ASSIGN_OR_RETURN(const ResultMode mode, query.job.settings.get(sql_client_options().result_mode));
  if (mode != ResultMode::kTableau) return validation_error(std::string(kNeedsTableau));
  ASSIGN_OR_RETURN(const bool with_time, query.job.settings.get(sql_client_options().print_time_cost));
  ASSIGN_OR_RETURN(const int32_t max_width, query.job.settings.get(table_options().display_max_column_width));
  ASSIGN_OR_RETURN(const UtcOffset offset, session_.utc_offset());
  StreamingTableau tableau(query.columns, static_cast<size_t>(max_width), offset);
  const auto start = MonotonicClock::now();
  ASSIGN_OR_RETURN(const std::unique_ptr<QueryRows> rows, launcher_.query(std::move(query)));
  RETURN_IF_ERROR(outputs_.results.write(tableau.header()));
  while (true) {
    const auto batch = rows->next();
    const double seconds = with_time ? seconds_since(start) : -1;
    if (!batch.ok()) {
      if (batch.status().code() == ErrorCode::kCancelled) {
        RETURN_IF_ERROR(outputs_.results.write(tableau.interrupted(seconds)));
      }
      return batch.status();
    }
    if (!batch->has_value()) return outputs_.results.write(tableau.footer(seconds));
    RETURN_IF_ERROR(outputs_.results.write(tableau.rows(**batch)));
  }
}

}  // namespace eddyline::sql
