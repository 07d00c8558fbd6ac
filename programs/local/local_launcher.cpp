#include "programs/local/local_launcher.hpp"

#include "common/config/table_options.hpp"
#include "operators/sink/result_reader.hpp"

namespace eddyline::programs {
namespace {

/// Rows of a SELECT that may wait for the terminal.
constexpr Bytes kResultBytesMax{uint64_t{2} << 20};
/// Longest sleep of a reader of rows; rows and the end of the job wake it at once.
constexpr std::chrono::milliseconds kFetchTimeout{1000};

taskexecutor::ExecutorServices executor_services(ProcessServices& services) {
  taskexecutor::ExecutorServices parts;
  parts.environment.clock = &services.clock;
  parts.environment.memory = services.memory.get();
  parts.environment.state_backend = &services.state_backend;
  parts.operators = &services.operators;
  parts.connectors = &services.connectors;
  parts.standard_output = &services.standard_output;
  parts.standard_error = &services.standard_error;
  return parts;
}

/// The rows of one SELECT; ends its job when it goes.
class LocalQueryRows final : public sql::QueryRows {
 public:
  struct Results {
    std::shared_ptr<operators::ResultBuffer> buffer;
    std::unique_ptr<operators::ResultReader> reader;
  };
  LocalQueryRows(taskexecutor::LocalExecutor& executor, JobId id, Results results)
      : executor_(executor), id_(id), results_(std::move(results)) {}
  ~LocalQueryRows() override {
    results_.buffer->close();
    static_cast<void>(executor_.cancel(id_));
    static_cast<void>(executor_.wait(id_));
  }

  Result<std::optional<sql::ResultPiece>> next() override {
    while (true) {
      ASSIGN_OR_RETURN(operators::ResultReader::Next next, results_.reader->next(kFetchTimeout));
      if (next.batch) return std::optional<sql::ResultPiece>(*std::move(next.batch));
      if (!next.ended) continue;
      RETURN_IF_ERROR(executor_.wait(id_));
      return std::optional<sql::ResultPiece>();
    }
  }

 private:
  taskexecutor::LocalExecutor& executor_;
  JobId id_;
  Results results_;
};

}  // namespace

LocalLauncher::LocalLauncher(ProcessServices& services, TextOutput& messages)
    : memory_(*services.memory), jobs_(services.clock), reports_(messages), executor_(executor_services(services)) {}

LocalLauncher::~LocalLauncher() { interrupt(); }

Result<JobId> LocalLauncher::start(sql::PlannedJob job, std::shared_ptr<operators::ResultBuffer> results,
                                   taskexecutor::LocalExecutor::OnEnd on_end) {
  if (interrupted_.load()) return cancelled("The run was interrupted.");
  ASSIGN_OR_RETURN(const plan::JobGraphSettings settings, plan::job_graph_settings(job.settings));
  ASSIGN_OR_RETURN(plan::JobGraph graph, plan::make_job_graph(job.plan, settings));
  auto note_end = [this, on_end = std::move(on_end)](const JobId& ended, const Status& result) {
    jobs_.note_end(ended, result);
    if (on_end) on_end(ended, result);
  };
  ASSIGN_OR_RETURN(const JobId id, executor_.submit({job.name, std::move(graph), std::move(job.settings), std::move(results)},
                                                    std::move(note_end)));
  jobs_.note_start(id, job.name);
  // An interrupt that came before the job was in the executor's list missed it.
  if (interrupted_.load()) RETURN_IF_ERROR(executor_.cancel(id));
  return id;
}

void LocalLauncher::note_result(const Status& result) {
  // STOP JOB is no failure.
  if (!result.ok() && result.code() == ErrorCode::kCancelled && !interrupted_.load()) return;
  const std::lock_guard lock(mutex_);
  if (first_error_.ok()) first_error_ = result;
}

void LocalLauncher::report_failure(const JobId& id, const std::string& name, const Status& result) {
  if (result.ok() || result.code() == ErrorCode::kCancelled) return;
  reports_.post("[ERROR] Job '" + name + "' (" + id.to_string() + ") failed: " + result.message() + "\n");
}

Result<sql::SubmittedJob> LocalLauncher::submit(sql::PlannedJob job) {
  // Who waits for the job reports what became of it.
  ASSIGN_OR_RETURN(const bool waited_for, job.settings.get(table_options().dml_sync));
  if (!waited_for) RETURN_IF_ERROR(reports_.start());
  auto on_end = [this, waited_for, name = job.name](const JobId& ended, const Status& result) {
    note_result(result);
    if (!waited_for) report_failure(ended, name, result);
  };
  ASSIGN_OR_RETURN(const JobId id, start(std::move(job), nullptr, std::move(on_end)));
  return sql::SubmittedJob{id};
}

Result<sql::StartedQuery> LocalLauncher::query(sql::QueryJob job) {
  LocalQueryRows::Results results{
      std::make_shared<operators::ResultBuffer>(
          kResultBytesMax, memory_.child("rows of " + job.job.name, Bytes(MemoryPool::kUnlimited), MemoryOwner::draw())),
      nullptr};
  results.reader = std::make_unique<operators::ResultReader>(results.buffer, physical_types(job.columns));
  ASSIGN_OR_RETURN(const JobId id, start(std::move(job.job), results.buffer, {}));
  return sql::StartedQuery{{id}, std::make_unique<LocalQueryRows>(executor_, id, std::move(results))};
}

Status LocalLauncher::cancel(const JobId& id) {
  ASSIGN_OR_RETURN(schemas::JobSummary job, jobs_.find(id));
  if (!is_terminal(job.state)) {
    jobs_.note_cancel(id);
    RETURN_IF_ERROR(executor_.cancel(id));
    // How it ended is in the list.
    static_cast<void>(executor_.wait(id));
    ASSIGN_OR_RETURN(job, jobs_.find(id));
  }
  return sql::check_cancelled(job);
}

Status LocalLauncher::wait_for_all() {
  executor_.wait_for_all();
  reports_.flush();
  const std::lock_guard lock(mutex_);
  return first_error_;
}

bool LocalLauncher::interrupt() {
  interrupted_.store(true);
  return executor_.cancel_all();
}

}  // namespace eddyline::programs
