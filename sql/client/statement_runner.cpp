#include "sql/client/statement_runner.hpp"

#include "common/config/sql_client_options.hpp"
#include "common/config/table_options.hpp"
#include "schemas/missing_job.hpp"
#include "sql/client/client_texts.hpp"
#include "sql/client/job_table.hpp"
#include "sql/client/tableau.hpp"
#include "sql/parser/parser.hpp"

namespace eddyline::sql {
namespace {

bool starts_or_ends_a_job(const Statement& statement) {
  return statement.kind == StatementKind::kQuery || statement.kind == StatementKind::kInsert ||
         statement.kind == StatementKind::kStatementSet || statement.kind == StatementKind::kExecutePlan ||
         statement.kind == StatementKind::kStopJob;
}

std::string missing_slots_text(const SubmittedJob& job) {
  return "The job wants " + std::to_string(job.slots_wanted) + (job.slots_wanted == 1 ? " slot and " : " slots and ") +
         std::to_string(job.slots_free) + (job.slots_free == 1 ? " is free" : " are free") +
         ": it waits until other jobs have ended or more task executors have come.";
}

}  // namespace

Status StatementRunner::run(const StatementText& statement, Purpose purpose) {
  const Status status = execute(statement, purpose);
  if (status.ok() || status.code() == ErrorCode::kCancelled) return status;
  return report(status);
}

Status StatementRunner::report(const Status& error) {
  RETURN_IF_ERROR(write(error_block(error, style_.colours)));
  return error;
}

Status StatementRunner::execute(const StatementText& text, Purpose purpose) {
  ASSIGN_OR_RETURN(const StatementPtr statement, parse_statement(text.text, text.position));
  if (purpose == Purpose::kSetUp && starts_or_ends_a_job(*statement)) {
    return validation_error(
               "Unsupported operation in sql init file: only DDL, USE and SET statements are allowed there")
        .at(statement->position);
  }
  ASSIGN_OR_RETURN(StatementResult result, session_.execute(*statement));
  return show(std::move(result), purpose, statement->position);
}

Status StatementRunner::show(StatementResult result, Purpose purpose, SourcePosition position) {
  if (const auto* done = std::get_if<Succeeded>(&result)) {
    for (const std::string& warning : done->warnings) RETURN_IF_ERROR(warn(warning));
  }
  if (auto* insert = std::get_if<InsertJob>(&result)) return run_insert(std::move(*insert));
  if (auto* query = std::get_if<QueryJob>(&result)) return run_query(std::move(*query), position);
  if (purpose == Purpose::kSetUp) return Status();
  if (const auto* table = std::get_if<StaticTable>(&result)) return show_table(*table);
  if (const auto* action = std::get_if<ClientAction>(&result)) return act(*action);
  if (const auto* command = std::get_if<JobCommand>(&result)) return run_job_command(*command);
  return succeeded();
}

Status StatementRunner::show_table(const StaticTable& table) {
  return outputs_.results.write(static_tableau(table.columns, table.rows));
}

Status StatementRunner::act(ClientAction action) {
  switch (action) {
    case ClientAction::kQuit:
      quit_ = true;
      return style_.view == ResultView::kPrompt ? info("Exiting Flink SQL CLI Client...") : Status();
    case ClientAction::kHelp:
      return write(help_text());
    case ClientAction::kClear:
      return style_.has_screen ? write(kClearScreen) : Status();
  }
  return Status();
}

Status StatementRunner::warn_of_missing_slots(const SubmittedJob& job) {
  return job.slots_free < job.slots_wanted ? warn(missing_slots_text(job)) : Status();
}

Status StatementRunner::run_insert(InsertJob insert) {
  ASSIGN_OR_RETURN(const bool wait, insert.job.settings.get(table_options().dml_sync));
  RETURN_IF_ERROR(info("Submitting SQL update statement to the cluster..."));
  ASSIGN_OR_RETURN(const SubmittedJob job, launcher_.submit(std::move(insert.job)));
  if (!wait) {
    RETURN_IF_ERROR(info("SQL update statement has been successfully submitted to the cluster:"));
    RETURN_IF_ERROR(write("Job ID: " + job.id.to_string() + "\n\n"));
    return warn_of_missing_slots(job);
  }
  RETURN_IF_ERROR(warn_of_missing_slots(job));
  const Status ended = launcher_.wait(job.id);
  if (!ended.ok() && ended.code() == ErrorCode::kCancelled) RETURN_IF_ERROR(warn(ended.message()));
  RETURN_IF_ERROR(ended);
  return info("Complete execution of the SQL update statement.");
}

Status StatementRunner::run_query(QueryJob query, SourcePosition position) {
  const Configuration& settings = query.job.settings;
  RETURN_IF_ERROR(check_result_mode(settings, style_.view).at(position));
  ASSIGN_OR_RETURN(const bool with_time, settings.get(sql_client_options().print_time_cost));
  ASSIGN_OR_RETURN(const int32_t max_width, settings.get(table_options().display_max_column_width));
  ASSIGN_OR_RETURN(UtcOffset offset, session_.utc_offset());
  QueryDisplay display({query.columns, static_cast<size_t>(max_width), std::move(offset), with_time, style_.colours},
                       outputs_.results, outputs_.messages);
  ASSIGN_OR_RETURN(const StartedQuery started, launcher_.query(std::move(query)));
  RETURN_IF_ERROR(warn_of_missing_slots(started.job));
  shown_ = started.rows.get();
  const Status shown = display.show(*started.rows);
  shown_ = nullptr;
  return shown;
}

Status StatementRunner::run_job_command(const JobCommand& command) {
  switch (command.action) {
    case JobCommand::Action::kList: {
      ASSIGN_OR_RETURN(auto jobs, launcher_.list());
      return show_table(jobs_table(std::move(jobs)));
    }
    case JobCommand::Action::kDescribe: {
      const auto job = launcher_.describe(command.job);
      if (job.ok()) return show_table(job_description_table(*job));
      if (job.status().code() != ErrorCode::kNotFound) return job.status();
      return schemas::no_such_described_job(command.job);
    }
    case JobCommand::Action::kCancel:
      return cancel_job(command.job);
  }
  return Status();
}

Status StatementRunner::cancel_job(const JobId& id) {
  RETURN_IF_ERROR(launcher_.cancel(id));
  return succeeded();
}

}  // namespace eddyline::sql
