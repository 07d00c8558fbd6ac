#include "tests/sql/harness/query_run.hpp"

#include "common/config/execution_options.hpp"
#include "plan/exec_node.hpp"
#include "tests/sql/harness/row_text.hpp"

namespace eddyline::sql_tests {
namespace {

/// Longer than the interval of watermarks and the time for which producers hold back rows.
constexpr int64_t kSettleMs = 200;

std::string key_text(const Batch& batch, size_t row, const RowType& columns, const std::vector<size_t>& key) {
  RowType key_columns;
  std::vector<ColumnPtr> values;
  for (const size_t column : key) {
    key_columns.push_back(columns[column]);
    values.push_back(batch.column(column));
  }
  return row_text(Batch(std::move(values), batch.physical_rows()), row, key_columns, false);
}

}  // namespace

QueryRun::QueryRun(SqlEngine& engine) : engine_(engine), driver_(engine.clock(), engine.mode().seed) {
  driver_.add_background([&engine] { return engine.networks().deliver(); });
}

QueryRun::~QueryRun() {
  for (const VirtualJob& running : jobs_) {
    if (running.results != nullptr) running.results->close();
    for (const auto& part : running.parts) part->cancel();
  }
  driver_.settle();
}

Status QueryRun::add(sql::StatementResult statement) {
  if (auto* query = std::get_if<sql::QueryJob>(&statement)) return start(std::move(query->job), query->columns);
  if (auto* insert = std::get_if<sql::InsertJob>(&statement)) return start(std::move(insert->job), std::nullopt);
  return validation_error("the statement runs no job");
}

Status QueryRun::start(sql::PlannedJob job, std::optional<RowType> columns) {
  if (columns) {
    const plan::ExecNode& last = *job.plan.roots.back();
    const plan::ExecNode& output = last.inputs.empty() ? last : *last.inputs[0];
    Query& query = queries_.emplace_back();
    query.columns = *columns;
    query.job = jobs_.size();
    query.result.updating = !output.changelog_mode.is_insert_only();
    if (!output.upsert_keys.empty()) {
      query.key = output.upsert_keys.front();
      query.result.has_key = true;
    }
  }
  ASSIGN_OR_RETURN(VirtualJob running, engine_.start(std::move(job), columns.has_value()));
  for (const auto& part : running.parts) driver_.add(*part);
  if (columns) {
    queries_.back().rows = std::make_unique<operators::ResultReader>(running.results, physical_types(*columns));
  }
  jobs_.push_back(std::move(running));
  return {};
}

Status QueryRun::settle() {
  driver_.run_until(ProcessingTime(engine_.clock().now().value() + kSettleMs));
  return fetch_results();
}

Status QueryRun::apply(const std::vector<Step>& steps) {
  RETURN_IF_ERROR(settle());
  for (const Step& step : steps) RETURN_IF_ERROR(apply(step).with_context("line " + std::to_string(step.line)));
  RETURN_IF_ERROR(first_error());
  return engine_.tables().all_ended() ? all_must_have_ended() : Status();
}

Status QueryRun::apply(const Step& step) {
  switch (step.kind) {
    case Step::Kind::kRows:
      RETURN_IF_ERROR(feed(step));
      break;
    case Step::Kind::kWatermark: {
      int64_t time = kMaxWatermark.value();
      if (step.argument != "max") {
        ASSIGN_OR_RETURN(time, parse_time_ms(step.argument));
      }
      engine_.tables().add(step.table, EventTime(time));
      break;
    }
    case Step::Kind::kEnd:
      engine_.tables().add(step.argument.empty() ? step.table : step.argument, ScriptTables::EndOfTable());
      break;
    case Step::Kind::kAdvance: {
      ASSIGN_OR_RETURN(const int64_t milliseconds, parse_duration_ms(step.argument));
      return run_for_ms(milliseconds);
    }
    case Step::Kind::kBarrier:
    case Step::Kind::kRestore:
      return not_supported("checkpoints in tests");
  }
  RETURN_IF_ERROR(settle());
  return {};
}

Status QueryRun::feed(const Step& step) {
  ASSIGN_OR_RETURN(const RowType columns, engine_.tables().columns(step.table));
  ASSIGN_OR_RETURN(Batch rows, parse_rows(columns, step.rows));
  engine_.tables().add(step.table, std::move(rows));
  return {};
}

Status QueryRun::run_to_end() {
  driver_.run();
  RETURN_IF_ERROR(fetch_results());
  RETURN_IF_ERROR(first_error());
  return all_must_have_ended();
}

Status QueryRun::run_for_ms(int64_t milliseconds) {
  driver_.run_until(ProcessingTime(engine_.clock().now().value() + milliseconds));
  RETURN_IF_ERROR(fetch_results());
  return first_error();
}

Status QueryRun::fetch_results() {
  for (Query& query : queries_) {
    while (true) {
      ASSIGN_OR_RETURN(const operators::ResultReader::Next next, query.rows->next(std::chrono::milliseconds(0)));
      if (!next.batch) break;
      next.batch->selected().for_each([&](size_t row) {
        query.result.rows.push_back({next.batch->kind(row), row_text(*next.batch, row, query.columns, false),
                                     key_text(*next.batch, row, query.columns, query.key)});
      });
    }
  }
  return {};
}

Status QueryRun::all_must_have_ended() const {
  for (const VirtualJob& running : jobs_) {
    if (!running.ended()) return io_error("a job has not ended though its input has: a wake-up or an end was lost");
  }
  return {};
}

Status QueryRun::first_error() const {
  for (const VirtualJob& running : jobs_) RETURN_IF_ERROR(running.result());
  return {};
}

}  // namespace eddyline::sql_tests
