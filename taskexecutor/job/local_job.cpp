#include "taskexecutor/job/local_job.hpp"

#include "common/base/check.hpp"
#include "taskexecutor/job/local_job_builder.hpp"

namespace eddyline::taskexecutor {

Result<std::unique_ptr<LocalJob>> LocalJob::create(TaskGraph graph, const JobEnvironment& environment,
                                                   const JobPart& part) {
  auto job = std::make_unique<LocalJob>();
  job->name_ = graph.job_name;
  job->time_zone_ = environment.time_zone;
  RETURN_IF_ERROR(Builder(std::move(graph), environment, part, *job).build());
  job->running_ = job->subtasks_.size();
  return job;
}

LocalJob::LocalJob() = default;

LocalJob::~LocalJob() {
  // Nothing may come in any more when subtasks go.
  if (remote_ != nullptr) remote_->detach();
}

void LocalJob::begin() {
  if (remote_ != nullptr) remote_->open();
}

void LocalJob::on_subtask_running(const Subtask& subtask) {
  if (listener_ != nullptr) listener_->on_running(subtask);
}

void LocalJob::cancel(const Status& reason) {
  for (const auto& subtask : subtasks_) subtask->mailbox().cancel(reason);
}

bool LocalJob::start_barriers(CheckpointId checkpoint) {
  bool started = false;
  for (const auto& subtask : subtasks_) started |= subtask->mailbox().trigger(CheckpointBarrier{checkpoint});
  return started;
}

void LocalJob::on_subtask_end(const Subtask& subtask, const Status& status) {
  const bool failed = !status.ok() && status.code() != ErrorCode::kCancelled;
  const Status result = failed ? status.with_context(subtask.name()) : status;
  const bool failed_first = note_result(result);
  if (listener_ != nullptr) listener_->on_end(subtask, status);
  if (failed_first) cancel();
  bool last = false;
  {
    const std::lock_guard lock(mutex_);
    CHECK(running_ > 0) << "more subtasks ended than there are";
    last = --running_ == 0;
  }
  all_ended_.notify_all();
  if (last && when_ended_) when_ended_();
}

/// Whether it is the job's first failure.
bool LocalJob::note_result(const Status& result) {
  const std::lock_guard lock(mutex_);
  if (result.ok()) return false;
  const bool is_cancel = result.code() == ErrorCode::kCancelled;
  if (!result_.ok() && (is_cancel || result_.code() != ErrorCode::kCancelled)) return false;
  result_ = result;
  return !is_cancel;
}

Status LocalJob::wait() {
  std::unique_lock lock(mutex_);
  all_ended_.wait(lock, [&] { return running_ == 0; });
  return result_;
}

bool LocalJob::ended() const {
  const std::lock_guard lock(mutex_);
  return running_ == 0;
}

Status LocalJob::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

}  // namespace eddyline::taskexecutor
