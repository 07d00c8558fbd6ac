#include "tests/sql/harness/query_run.hpp"

#include "plan/exec_node.hpp"
#include "tests/sql/harness/row_text.hpp"

namespace eddyline::sql_tests {
namespace {

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

Status QueryRun::add(sql::StatementResult statement) {
  if (auto* query = std::get_if<sql::QueryJob>(&statement)) return add_query(std::move(*query));
  auto* insert = std::get_if<sql::InsertJob>(&statement);
  if (insert == nullptr) return validation_error("the statement runs no job");
  ++job_count_;
  return jobs_->start(std::move(insert->job), std::nullopt);
}

Status QueryRun::add_query(sql::QueryJob job) {
  const plan::ExecNode& last = *job.job.plan.roots.back();
  const plan::ExecNode& output = last.inputs.empty() ? last : *last.inputs[0];
  Query& query = queries_.emplace_back();
  query.columns = job.columns;
  query.job = job_count_++;
  query.result.updating = !output.changelog_mode.is_insert_only();
  if (!output.upsert_keys.empty()) {
    query.key = output.upsert_keys.front();
    query.result.has_key = true;
  }
  return jobs_->start(std::move(job.job), query.columns);
}

Status QueryRun::settle() {
  RETURN_IF_ERROR(jobs_->settle());
  return take_results();
}

Status QueryRun::apply(const std::vector<Step>& steps) {
  RETURN_IF_ERROR(settle());
  for (const Step& step : steps) RETURN_IF_ERROR(apply(step).with_context("line " + std::to_string(step.line)));
  RETURN_IF_ERROR(jobs_->first_error());
  return tables_.all_ended() ? jobs_->must_have_ended() : Status();
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
      jobs_->feed(step.table, EventTime(time));
      break;
    }
    case Step::Kind::kEnd:
      jobs_->feed(step.argument.empty() ? step.table : step.argument, ScriptTables::EndOfTable());
      break;
    case Step::Kind::kAdvance: {
      ASSIGN_OR_RETURN(const int64_t milliseconds, parse_duration_ms(step.argument));
      return run_for_ms(milliseconds);
    }
    case Step::Kind::kBarrier:
      RETURN_IF_ERROR(jobs_->take_checkpoint());
      break;
    case Step::Kind::kRestore:
      RETURN_IF_ERROR(jobs_->take_checkpoint());
      RETURN_IF_ERROR(take_results());
      RETURN_IF_ERROR(jobs_->restore());
      break;
  }
  RETURN_IF_ERROR(settle());
  return {};
}

Status QueryRun::feed(const Step& step) {
  ASSIGN_OR_RETURN(const RowType columns, tables_.columns(step.table));
  ASSIGN_OR_RETURN(Batch rows, parse_rows(columns, step.rows));
  jobs_->feed(step.table, std::move(rows));
  return {};
}

Status QueryRun::run_to_end() {
  const Status result = jobs_->run_to_end();
  RETURN_IF_ERROR(take_results());
  return result;
}

Status QueryRun::run_for_ms(int64_t milliseconds) {
  RETURN_IF_ERROR(jobs_->run_for_ms(milliseconds));
  RETURN_IF_ERROR(take_results());
  return jobs_->first_error();
}

Status QueryRun::take_results() {
  for (Query& query : queries_) {
    ASSIGN_OR_RETURN(const std::vector<Batch> batches, jobs_->take_rows(query.job));
    for (const Batch& batch : batches) {
      batch.selected().for_each([&](size_t row) {
        query.result.rows.push_back({batch.kind(row), row_text(batch, row, query.columns, false),
                                     key_text(batch, row, query.columns, query.key)});
      });
    }
  }
  return {};
}

}  // namespace eddyline::sql_tests
