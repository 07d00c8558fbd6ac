#include "programs/local/local_launcher.hpp"

#include <random>

#include "common/config/table_options.hpp"
#include "taskexecutor/job/job_translation.hpp"

namespace eddyline::programs {
namespace {

/// Rows of a SELECT that may wait for the terminal.
constexpr size_t kResultRowsMax = 10'000;
/// A client that waits for rows looks this often whether its job has ended; rows wake it at once.
constexpr std::chrono::milliseconds kFetchTimeout{100};

std::string random_job_id() {
  std::random_device entropy;
  constexpr char kDigits[] = "0123456789abcdef";
  std::string id(32, '0');
  for (char& digit : id) digit = kDigits[entropy() % 16];
  return id;
}

}  // namespace

/// The rows of one SELECT; ends its job when it goes.
class LocalLauncher::Rows final : public sql::QueryRows {
 public:
  explicit Rows(std::shared_ptr<Running> running) : running_(std::move(running)) {}
  ~Rows() override {
    running_->results->close();
    running_->job->cancel();
    static_cast<void>(running_->job->wait());
  }

  Result<std::optional<Batch>> next() override {
    while (true) {
      // Asked before the fetch: rows pushed before the end are fetched by the last round.
      const bool ended = running_->job->ended();
      operators::ResultBuffer::Fetched fetched = running_->results->fetch(ended ? std::chrono::milliseconds(0) : kFetchTimeout);
      if (fetched.batch) return std::move(fetched.batch);
      if (!ended) continue;
      RETURN_IF_ERROR(running_->job->result());
      return std::optional<Batch>();
    }
  }

 private:
  std::shared_ptr<Running> running_;
};

LocalLauncher::~LocalLauncher() {
  interrupt();
  for (const auto& running : running_) {
    if (running->reporter.joinable()) running->reporter.join();
  }
}

Result<std::shared_ptr<LocalLauncher::Running>> LocalLauncher::start(sql::PlannedJob job,
                                                                     std::shared_ptr<operators::ResultBuffer> results) {
  auto running = std::make_shared<Running>();
  running->id = random_job_id();
  running->name = job.name;
  running->results = results;
  ASSIGN_OR_RETURN(const std::string zone, job.settings.get(table_options().local_time_zone));
  ASSIGN_OR_RETURN(running->time_zone, expression::make_time_zone(zone));

  operators::JobServices job_services;
  job_services.configuration = job.settings;
  job_services.connectors = &services_.connectors;
  job_services.standard_output = &services_.standard_output;
  job_services.standard_error = &services_.standard_error;
  job_services.results = std::move(results);
  ASSIGN_OR_RETURN(taskexecutor::TaskGraph graph,
                   taskexecutor::translate_job(job.graph, job.name, services_.operators, job_services));

  taskexecutor::JobEnvironment environment;
  environment.clock = &services_.clock;
  environment.memory = services_.memory.get();
  environment.state_backend = &services_.state_backend;
  environment.time_zone = running->time_zone.get();
  std::random_device entropy;
  environment.seed = (static_cast<uint64_t>(entropy()) << 32) | entropy();
  RETURN_IF_ERROR(taskexecutor::apply_settings(job.settings, environment));
  ASSIGN_OR_RETURN(running->job, taskexecutor::LocalJob::create(std::move(graph), environment));
  running->driver = std::make_unique<taskexecutor::ThreadDriver>(*running->job, services_.clock);

  const std::lock_guard lock(mutex_);
  if (interrupted_) return cancelled("Job '" + running->name + "' was not started: the program is stopping");
  running->driver->start();
  running_.push_back(running);
  return running;
}

void LocalLauncher::report_failure(const Running& running) {
  const Status status = running.job->wait();
  if (status.ok() || status.code() == ErrorCode::kCancelled) return;
  // There is nobody to tell if the terminal is gone.
  static_cast<void>(messages_.write("[ERROR] Job '" + running.name + "' (" + running.id + ") failed: " + status.message() + "\n"));
}

Result<std::string> LocalLauncher::submit(sql::PlannedJob job) {
  ASSIGN_OR_RETURN(const std::shared_ptr<Running> running, start(std::move(job), nullptr));
  running->reporter = std::thread([this, running] { report_failure(*running); });
  return running->id;
}

Status LocalLauncher::wait(const std::string& job_id) {
  for (const auto& running : running_) {
    if (running->id == job_id) return running->job->wait();
  }
  return not_found("Job " + job_id + " not found");
}

Result<std::unique_ptr<sql::QueryRows>> LocalLauncher::query(sql::QueryJob job) {
  auto results = std::make_shared<operators::ResultBuffer>(kResultRowsMax);
  ASSIGN_OR_RETURN(std::shared_ptr<Running> running, start(std::move(job.job), std::move(results)));
  return std::make_unique<Rows>(std::move(running));
}

Status LocalLauncher::wait_for_all() {
  Status first;
  for (const auto& running : running_) {
    const Status status = running->job->wait();
    if (first.ok() && !status.ok()) first = status;
  }
  return first;
}

void LocalLauncher::interrupt() {
  const std::lock_guard lock(mutex_);
  interrupted_ = true;
  for (const auto& running : running_) running->job->cancel();
}

}  // namespace eddyline::programs
