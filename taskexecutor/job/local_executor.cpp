#include "taskexecutor/job/local_executor.hpp"

#include <algorithm>

#include "common/base/random.hpp"

namespace eddyline::taskexecutor {
namespace {

std::string new_job_id() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  Random random(seed_from_system());
  std::string id;
  while (id.size() < 32) id += kDigits[random.below(kDigits.size())];
  return id;
}

Status no_such_job(const std::string& job_id) {
  return not_found("There is no job with the id " + job_id + ".");
}

}  // namespace

LocalExecutor::~LocalExecutor() {
  cancel_all();
}

Result<std::string> LocalExecutor::submit(const JobSubmission& submission) {
  ASSIGN_OR_RETURN(std::unique_ptr<LocalJob> job, make_local_job(submission, services_));
  auto running = std::make_shared<RunningJob>(std::move(job), *services_.environment.clock);
  running->driver.start();
  std::string id = new_job_id();
  const std::lock_guard lock(mutex_);
  jobs_.emplace(id, std::move(running));
  return id;
}

std::shared_ptr<LocalExecutor::RunningJob> LocalExecutor::find(const std::string& job_id) const {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(job_id);
  return found == jobs_.end() ? nullptr : found->second;
}

Status LocalExecutor::cancel(const std::string& job_id) {
  const std::shared_ptr<RunningJob> running = find(job_id);
  if (running == nullptr) return no_such_job(job_id);
  running->job->cancel();
  return {};
}

Status LocalExecutor::wait(const std::string& job_id) {
  const std::shared_ptr<RunningJob> running = find(job_id);
  return running == nullptr ? no_such_job(job_id) : running->job->wait();
}

void LocalExecutor::cancel_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, running] : jobs_) running->job->cancel();
}

bool LocalExecutor::all_ended() const {
  const std::lock_guard lock(mutex_);
  return std::ranges::all_of(jobs_, [](const auto& entry) { return entry.second->job->ended(); });
}

}  // namespace eddyline::taskexecutor
