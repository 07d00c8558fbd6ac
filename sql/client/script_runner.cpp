#include "sql/client/script_runner.hpp"

#include <algorithm>
#include <chrono>

#include "common/config/sql_client_options.hpp"
#include "common/config/table_options.hpp"
#include "sql/parser/parser.hpp"

namespace eddyline::sql {
namespace {

using MonotonicClock = std::chrono::steady_clock;

double seconds_since(MonotonicClock::time_point start) {
  return std::chrono::duration<double>(MonotonicClock::now() - start).count();
}

constexpr std::string_view kNeedsTableau =
    "In non-interactive mode, it only supports to use TABLEAU as value of sql-client.execution.result-mode when "
    "execute "
    "query. Please add 'SET sql-client.execution.result-mode=TABLEAU;' in the sql file.";

bool runs_a_job(const Statement& statement) {
  return statement.kind == StatementKind::kQuery || statement.kind == StatementKind::kInsert ||
         statement.kind == StatementKind::kStatementSet || statement.kind == StatementKind::kExecutePlan;
}

constexpr std::string_view kHelp =
    "The following commands are available:\n\n"
    "HELP         Lists the commands.\n"
    "QUIT/EXIT    Ends the client.\n"
    "CLEAR        Clears the terminal.\n"
    "SET          Sets a property of the session: SET 'key' = 'value'; without both it lists all properties.\n"
    "RESET        Takes a property back to its default: RESET 'key'; without a key it takes all back.\n"
    "INSERT INTO  Starts a job that writes the result of a query into a table.\n"
    "SELECT       Starts a query and shows its rows.\n"
    "EXPLAIN      Shows the plan of a SELECT or INSERT.\n\n"
    "Hint: A statement ends with \";\" and may take several lines.\n";

/// Bytes of one line of a message; longer ones repeat a literal or a name of the statement.
constexpr size_t kLineBytesMax = 4000;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The line with its middle left out where it is too long; what is wrong stands at its start or end.
std::string shortened_line(std::string_view line) {
  if (line.size() <= kLineBytesMax) return std::string(line);
  size_t head = kLineBytesMax / 2;
  size_t tail = line.size() - kLineBytesMax / 2;
  while (continues_character(line[head])) --head;
  while (continues_character(line[tail])) ++tail;
  return std::string(line.substr(0, head)) + " ... (" + std::to_string(tail - head) + " bytes left out) ... " +
         std::string(line.substr(tail));
}

/// A message as a terminal may show it: control characters by their code points, since they would act on it.
std::string shown_message(std::string_view message) {
  std::string text;
  for (size_t start = 0; start <= message.size();) {
    const size_t end = std::min(message.find('\n', start), message.size());
    for (const char c : shortened_line(message.substr(start, end - start))) {
      if (c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F)) {
        text += c;
      } else {
        constexpr std::string_view kDigits = "0123456789ABCDEF";
        text += "\\u00";
        text += kDigits[static_cast<unsigned char>(c) >> 4];
        text += kDigits[static_cast<unsigned char>(c) & 15];
      }
    }
    if (end < message.size()) text += '\n';
    start = end + 1;
  }
  return text;
}

}  // namespace

std::string error_block(const Status& error) {
  std::string text = "[ERROR] Could not execute SQL statement. Reason:\n" + shown_message(error.message()) + "\n";
  if (!error.position() || error.names_position()) return text;
  return text + "(" + to_string(*error.position()) + ")\n";
}

/// An empty line and the prompt before the statement, the continuation prompt before its further lines.
Status ScriptRunner::echo(const StatementText& statement) {
  if (echo_ == Echo::kNone) return Status();
  std::string text = "\nFlink SQL> ";
  for (const char c : statement.text) {
    text += c;
    if (c == '\n') text += "> ";
  }
  return outputs_.messages.write(text + ";\n");
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
  if (echo_ == Echo::kPrompt && purpose == Purpose::kStatements) RETURN_IF_ERROR(info("Executing SQL from file."));
  for (const StatementText& statement : split->statements) {
    if (purpose == Purpose::kStatements) RETURN_IF_ERROR(echo(statement));
    const Status status = run_statement(statement, purpose);
    if (!status.ok()) {
      if (status.code() != ErrorCode::kCancelled) RETURN_IF_ERROR(outputs_.messages.write(error_block(status)));
      return status;
    }
    if (quit_) return Status();
  }
  if (!split->unreadable.ok()) RETURN_IF_ERROR(outputs_.messages.write(error_block(split->unreadable)));
  return split->unreadable;
}

Status ScriptRunner::run_statement(const StatementText& text, Purpose purpose) {
  ASSIGN_OR_RETURN(const StatementPtr statement, parse_statement(text.text, text.position));
  if (purpose == Purpose::kSetUp && runs_a_job(*statement)) {
    return validation_error(
               "Unsupported operation in sql init file: only DDL, USE and SET statements are allowed there")
        .at(statement->position);
  }
  ASSIGN_OR_RETURN(StatementResult result, session_.execute(*statement));
  if (const auto* succeeded = std::get_if<Succeeded>(&result)) {
    for (const std::string& warning : succeeded->warnings) {
      RETURN_IF_ERROR(outputs_.messages.write("[WARNING] " + shown_message(warning) + "\n"));
    }
  }
  if (auto* insert = std::get_if<InsertJob>(&result)) return run_insert(std::move(*insert));
  if (auto* query = std::get_if<QueryJob>(&result)) return run_query(std::move(*query), statement->position);
  return purpose == Purpose::kSetUp ? Status() : print(result);
}

Status ScriptRunner::print(const StatementResult& result) {
  if (const auto* table = std::get_if<StaticTable>(&result)) {
    return outputs_.results.write(static_tableau(table->columns, table->rows));
  }
  if (const auto* action = std::get_if<ClientAction>(&result)) {
    quit_ = *action == ClientAction::kQuit;
    // A script has no screen that CLEAR could clear.
    return *action == ClientAction::kHelp ? outputs_.messages.write(kHelp) : Status();
  }
  return info("Execute statement succeeded.");
}

Status ScriptRunner::run_insert(InsertJob insert) {
  ASSIGN_OR_RETURN(const bool wait, insert.job.settings.get(table_options().dml_sync));
  RETURN_IF_ERROR(info("Submitting SQL update statement to the cluster..."));
  ASSIGN_OR_RETURN(const JobId id, launcher_.submit(std::move(insert.job)));
  if (wait) {
    RETURN_IF_ERROR(launcher_.wait(id));
    return info("Complete execution of the SQL update statement.");
  }
  RETURN_IF_ERROR(info("SQL update statement has been successfully submitted to the cluster:"));
  return outputs_.messages.write("Job ID: " + id.to_string() + "\n\n");
}

Status ScriptRunner::run_query(QueryJob query, SourcePosition position) {
  const Configuration& settings = query.job.settings;
  ASSIGN_OR_RETURN(const ResultMode mode, settings.get(sql_client_options().result_mode));
  if (mode != ResultMode::kTableau) return validation_error(std::string(kNeedsTableau)).at(position);
  ASSIGN_OR_RETURN(const bool with_time, settings.get(sql_client_options().print_time_cost));
  ASSIGN_OR_RETURN(const int32_t max_width, settings.get(table_options().display_max_column_width));
  ASSIGN_OR_RETURN(const UtcOffset offset, session_.utc_offset());
  const RowType columns = query.columns;
  const auto start = MonotonicClock::now();
  const auto seconds = [&] { return with_time ? seconds_since(start) : -1; };
  ASSIGN_OR_RETURN(const std::unique_ptr<QueryRows> rows, launcher_.query(std::move(query)));
  return show_stream(StreamingTableau(columns, static_cast<size_t>(max_width), offset), *rows, seconds);
}

Status ScriptRunner::show_stream(StreamingTableau tableau, QueryRows& rows, const std::function<double()>& seconds) {
  RETURN_IF_ERROR(outputs_.results.write(tableau.header()));
  while (true) {
    const auto batch = rows.next();
    if (!batch.ok()) {
      if (batch.status().code() == ErrorCode::kCancelled) {
        RETURN_IF_ERROR(outputs_.results.write(tableau.interrupted(seconds())));
      }
      return batch.status();
    }
    if (!batch->has_value()) return outputs_.results.write(tableau.footer(seconds()));
    RETURN_IF_ERROR(outputs_.results.write(tableau.rows(**batch)));
  }
}

}  // namespace eddyline::sql
