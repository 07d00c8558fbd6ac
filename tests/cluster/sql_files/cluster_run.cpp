#include "tests/cluster/sql_files/cluster_run.hpp"

#include <chrono>

#include "common/clock/clock.hpp"
#include "plan/json/plan_json.hpp"
#include "tests/process_driver/child_process.hpp"

namespace eddyline::sql_tests {
namespace {

/// For each answer of the job manager.
constexpr std::chrono::milliseconds kPatience = tests::kPatience;

bool waits_to_run(const schemas::JobSummary& job) {
  return job.state == schemas::JobState::kInitializing || job.state == schemas::JobState::kCreated;
}

bool is_failing(const schemas::JobSummary& job) {
  return job.state == schemas::JobState::kFailing || job.state == schemas::JobState::kFailed;
}

}  // namespace

ClusterRun::ClusterRun(SqlCluster& cluster, ScriptTables& tables) : cluster_(cluster), tables_(tables) {
  cluster_.feeds().send({});
  const Result<uint64_t> failed = cluster_.feeds().wait_until_quiet(0);
  CHECK(failed.ok()) << failed.status().to_string();
  failed_before_ = failed_ = *failed;
}

ClusterRun::~ClusterRun() {
  for (const Job& job : jobs_) {
    // One that has ended is not cancelled any more, which is told only by its end.
    static_cast<void>(cluster_.client().cancel(job.id, kPatience));
    const auto end = ended(job);
    CHECK(end.ok()) << end.status().to_string();
  }
}

Status ClusterRun::start(sql::PlannedJob planned, const std::optional<RowType>& columns) {
  schemas::SubmitJob submission;
  submission.name = planned.name;
  submission.plan = plan::write_plan(planned.plan);
  submission.settings = std::move(planned.settings);
  submission.collects = columns.has_value();
  ASSIGN_OR_RETURN(const schemas::JobSubmitted submitted, cluster_.client().submit(std::move(submission), kPatience));
  Job& job = jobs_.emplace_back();
  job.id = submitted.job;
  if (columns) {
    job.rows = std::make_unique<sql::ClusterQueryRows>(cluster_.client(), job.id, physical_types(*columns), kPatience);
  }
  return {};
}

void ClusterRun::feed(const std::string& table, ScriptTables::Event event) {
  // A table that no query reads may end, but has no rows.
  const Result<RowType> columns = tables_.columns(table);
  CHECK(columns.ok() || !std::holds_alternative<Batch>(event)) << columns.status().to_string();
  cluster_.feeds().send(feed_message(table, event, columns.ok() ? *columns : RowType()));
  tables_.add(table, std::move(event));
}

Status ClusterRun::wait_until_running() {
  const SystemClock clock;
  const int64_t patience_ends = clock.now().value() + kPatience.count();
  for (const Job& job : jobs_) {
    while (true) {
      ASSIGN_OR_RETURN(const schemas::JobSummary summary, cluster_.client().describe(job.id, kPatience));
      if (!waits_to_run(summary)) break;
      if (clock.now().value() > patience_ends) return io_error("job " + job.id.to_string() + " does not begin to run");
    }
  }
  return {};
}

Status ClusterRun::settle() {
  RETURN_IF_ERROR(wait_until_running());
  do {
    ASSIGN_OR_RETURN(failed_, cluster_.feeds().wait_until_quiet(kSettleMs));
    // Rows that were fetched make room for others.
  } while (fetch_what_is_there());
  return {};
}

bool ClusterRun::fetch_what_is_there() {
  bool found = false;
  for (Job& job : jobs_) {
    while (job.rows != nullptr) {
      auto look = job.rows->look(std::chrono::milliseconds(0));
      if (!look.ok() && fetch_error_.ok()) fetch_error_ = look.status();
      if (!look.ok() || look->ended) {
        job.rows.reset();
      } else if (look->piece) {
        job.fetched.push_back(std::get<Batch>(*std::move(look->piece)));
        found = true;
      } else {
        break;
      }
    }
  }
  return found;
}

Status ClusterRun::run_for_ms(int64_t) {
  return not_supported("a cluster on a virtual clock");
}

Status ClusterRun::run_to_end() {
  for (Job& job : jobs_) {
    RETURN_IF_ERROR(fetch_to_end(job));
    ASSIGN_OR_RETURN(const schemas::JobSummary end, ended(job));
    RETURN_IF_ERROR(sql::job_result(end));
  }
  return {};
}

Status ClusterRun::fetch_to_end(Job& job) {
  while (job.rows != nullptr) {
    ASSIGN_OR_RETURN(std::optional<sql::ResultPiece> piece, job.rows->next());
    if (piece) {
      job.fetched.push_back(std::get<Batch>(*std::move(piece)));
    } else {
      job.rows.reset();
    }
  }
  return {};
}

Result<std::vector<Batch>> ClusterRun::take_rows(size_t job) {
  return std::exchange(jobs_[job].fetched, {});
}

Status ClusterRun::first_error() {
  RETURN_IF_ERROR(fetch_error_);
  // The job manager is told of a subtask's failure by its task executor, which takes a moment.
  while (failed_ > failed_before_) {
    for (const Job& job : jobs_) {
      ASSIGN_OR_RETURN(const schemas::JobSummary summary, cluster_.client().describe(job.id, kPatience));
      if (!is_failing(summary)) continue;
      ASSIGN_OR_RETURN(const schemas::JobSummary end, ended(job));
      return sql::job_result(end);
    }
  }
  return {};
}

Status ClusterRun::must_have_ended() {
  for (const Job& job : jobs_) {
    const auto end = ended(job);
    if (!end.ok()) return end.status().with_context("a job has not ended though its input has");
    RETURN_IF_ERROR(sql::job_result(*end));
  }
  return {};
}

Result<schemas::JobSummary> ClusterRun::ended(const Job& job) {
  return cluster_.client().await(job.id, kPatience);
}

}  // namespace eddyline::sql_tests
