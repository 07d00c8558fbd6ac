#include "taskexecutor/process/task_executor_core.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace eddyline::taskexecutor {

using schemas::AttemptId;
using schemas::SubtaskId;

namespace {

Status shutting_down() { return Status(ErrorCode::kUnavailable, "The TaskExecutor is shutting down."); }

}  // namespace

TaskExecutorCore::TaskExecutorCore(JobManagerLink::Settings settings, ExecutorSurroundings& surroundings, const Logger& log)
    : surroundings_(surroundings),
      log_(log),
      link_(std::move(settings), surroundings, log),
      jobs_(surroundings, [this](schemas::ToJobManager message) { link_.send(std::move(message)); }, log.named("Task")) {}

void TaskExecutorCore::start(Moment now) { link_.start(now); }

void TaskExecutorCore::shut_down(Moment now) {
  if (std::exchange(closing_, true)) return;
  jobs_.close(shutting_down(), now);
  end_if_done();
}

void TaskExecutorCore::end_if_done() {
  if (closing_ && jobs_.empty()) end({});
}

void TaskExecutorCore::end(const Status& why) {
  if (std::exchange(ended_, true)) return;
  link_.close();
  surroundings_.end_process(why);
}

void TaskExecutorCore::on_connected(Moment now) { link_.on_connected(now); }

void TaskExecutorCore::on_disconnected(const Status& why, Moment now) {
  if (link_.on_disconnected(why, now)) lose_jobs(now);
}

void TaskExecutorCore::lose_jobs(Moment now) {
  rows_.forget_all();
  jobs_.forget_job_manager(now);
}

void TaskExecutorCore::on_message(schemas::ToExecutor message, Moment now) {
  link_.heard(now);
  std::visit([&](auto& content) { receive(std::move(content), now); }, message);
}

void TaskExecutorCore::on_malformed_message(const Status& why, Moment now) {
  // What follows cannot be trusted, and what is missing would be waited for.
  drop_message(why.message());
  if (link_.break_off(why, now)) lose_jobs(now);
}

void TaskExecutorCore::drop_message(std::string_view why) {
  ++dropped_messages_;
  log_.warn("Dropped a message of the job manager: " + std::string(why));
}

void TaskExecutorCore::receive(schemas::ExecutorRegistered message, Moment now) { link_.on_registered(message, now); }

void TaskExecutorCore::receive(schemas::ExecutorRefused message, Moment now) {
  if (link_.on_refused(message.reason, now)) lose_jobs(now);
}

void TaskExecutorCore::receive(schemas::Heartbeat, Moment) {}

void TaskExecutorCore::receive(schemas::DeployJob message, Moment) {
  if (!registered()) return drop_message("a job is deployed before the registration is answered");
  const JobId job = message.job;
  log_.info("Received job " + message.name + " (" + job.to_string() + ").");
  // Its rows may be here longer than its subtasks.
  if (rows_.contains(message.attempt) || !jobs_.deploy(std::move(message))) drop_message("an attempt of job " + job.to_string() + " is deployed twice");
}

void TaskExecutorCore::receive(schemas::StartJob message, Moment now) {
  if (!jobs_.start(message.attempt, now)) drop_message("a job is started that does not wait for it");
}

void TaskExecutorCore::receive(schemas::CancelAttempt message, Moment now) {
  answer(rows_.forget(message.attempt));
  jobs_.cancel(message.attempt, cancelled(message.reason.empty() ? "The job was cancelled." : message.reason), now);
}

void TaskExecutorCore::receive(schemas::FetchRows message, Moment now) { answer(rows_.fetch(message, now)); }

void TaskExecutorCore::answer(std::vector<schemas::FetchedRows> answers) {
  for (schemas::FetchedRows& rows : answers) link_.send(std::move(rows));
}

void TaskExecutorCore::on_job_made(AttemptId attempt, const Result<MadeJob>& made, Moment) {
  if (!made.ok()) {
    jobs_.on_made(attempt, made.status());
  } else if (jobs_.on_made(attempt, made->subtasks) && made->rows != nullptr) {
    rows_.add(attempt, made->rows);
  }
  end_if_done();
}

void TaskExecutorCore::on_job_run(AttemptId attempt, const Status& result, Moment now) {
  jobs_.on_run(attempt, result, now);
}

void TaskExecutorCore::on_subtask_running(AttemptId attempt, SubtaskId subtask, Moment now) {
  jobs_.on_subtask_running(attempt, subtask, now);
}

void TaskExecutorCore::on_subtask_ended(AttemptId attempt, SubtaskId subtask, const Status& result, Moment now) {
  jobs_.on_subtask_ended(attempt, subtask, result, now);
}

void TaskExecutorCore::on_job_freed(AttemptId attempt, Moment) {
  jobs_.on_freed(attempt);
  end_if_done();
}

void TaskExecutorCore::on_rows(AttemptId attempt) { answer(rows_.on_rows(attempt)); }

void TaskExecutorCore::tick(Moment now) {
  if (link_.tick(now)) lose_jobs(now);
  answer(rows_.tick(now));
  if (!link_.failure().ok()) end(link_.failure());
  if (const Status overdue = jobs_.check_ends(now); !overdue.ok()) abort(overdue);
}

void TaskExecutorCore::abort(const Status& why) {
  if (std::exchange(aborted_, true)) return;
  log_.error(why.message() + " The process ends, so that its slots are not lost to other jobs.");
  surroundings_.abort_process(why);
}

std::optional<std::chrono::milliseconds> TaskExecutorCore::next_tick() const {
  std::optional<std::chrono::milliseconds> earliest;
  if (aborted_) return earliest;
  for (const auto& deadline : {link_.next_tick(), rows_.next_tick(), jobs_.next_deadline()}) {
    if (deadline && (!earliest || *deadline < *earliest)) earliest = deadline;
  }
  return earliest;
}

}  // namespace eddyline::taskexecutor
