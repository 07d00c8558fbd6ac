#include "taskexecutor/process/job_runner.hpp"

#include <utility>

#include "operators/sink/result_buffer.hpp"
#include "taskexecutor/job/subtask_listener.hpp"

namespace eddyline::taskexecutor {

using schemas::AttemptId;

namespace {

schemas::SubtaskId id_of(const Subtask& subtask) { return {subtask.vertex(), subtask.index()}; }

}  // namespace

/// Tells the core what becomes of the subtasks of one attempt.
class JobRunner::Listener final : public SubtaskListener {
 public:
  Listener(AttemptId attempt, ExecutorThread& core) : attempt_(attempt), core_(core) {}

  void on_running(const Subtask& subtask) override {
    core_.post([attempt = attempt_, id = id_of(subtask)](TaskExecutorCore& core, Moment now) {
      core.on_subtask_running(attempt, id, now);
    });
  }
  void on_end(const Subtask& subtask, const Status& result) override {
    core_.post([attempt = attempt_, id = id_of(subtask), result](TaskExecutorCore& core, Moment now) {
      core.on_subtask_ended(attempt, id, result, now);
    });
  }

 private:
  const AttemptId attempt_;
  ExecutorThread& core_;
};

struct JobRunner::RunningJob {
  RunningJob(AttemptId attempt, ExecutorThread& core, std::unique_ptr<LocalJob> made, const Clock& clock)
      : listener(attempt, core), job(std::move(made)), driver(*job, clock) {
    job->listen(listener);
  }
  Listener listener;
  std::unique_ptr<LocalJob> job;
  /// Ends before the job does.
  ThreadDriver driver;
};

JobRunner::JobRunner(DeploymentServices services, ExecutorThread& core, const Clock& clock)
    : services_(std::move(services)),
      core_(core),
      work_("jobs", clock) {}

JobRunner::~JobRunner() {
  work_.finish([this](Moment) { jobs_.clear(); });
}

std::shared_ptr<JobRunner::RunningJob> JobRunner::find(AttemptId attempt) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(attempt);
  return found == jobs_.end() ? nullptr : found->second;
}

void JobRunner::make(std::shared_ptr<const schemas::DeployJob> deployment) {
  work_.post([this, deployment = std::move(deployment)](Moment) {
    core_.post([attempt = deployment->attempt, made = make_now(*deployment)](TaskExecutorCore& core, Moment now) {
      core.on_job_made(attempt, made, now);
    });
  });
}

Result<MadeJob> JobRunner::make_now(const schemas::DeployJob& deployment) {
  const AttemptId attempt = deployment.attempt;
  ASSIGN_OR_RETURN(DeployedPart part, make_deployed_part(deployment, services_));
  MadeJob made{.subtasks = {}, .rows = part.rows};
  for (const auto& subtask : part.job->subtasks()) made.subtasks.push_back({id_of(*subtask), subtask->name()});
  if (part.rows != nullptr) {
    part.rows->notify_reader([this, attempt] {
      core_.post([attempt](TaskExecutorCore& core, Moment) { core.on_rows(attempt); });
    });
  }
  auto running = std::make_shared<RunningJob>(attempt, core_, std::move(part.job), *services_.executor.environment.clock);
  const std::lock_guard lock(mutex_);
  jobs_.emplace(attempt, std::move(running));
  return made;
}

void JobRunner::run(AttemptId attempt) {
  work_.post([this, attempt](Moment) {
    const Status result = find(attempt)->driver.start();
    core_.post([attempt, result](TaskExecutorCore& core, Moment now) { core.on_job_run(attempt, result, now); });
  });
}

void JobRunner::stop(AttemptId attempt, const Status& reason) {
  if (const auto running = find(attempt); running != nullptr) running->job->cancel(reason);
}

Activity JobRunner::activity() {
  const std::lock_guard lock(mutex_);
  Activity activity = past_;
  for (const auto& [attempt, running] : jobs_) activity.add(running->driver.activity());
  return activity;
}

void JobRunner::free(AttemptId attempt) {
  work_.post([this, attempt](Moment) {
    {
      auto running = find(attempt);
      const std::lock_guard lock(mutex_);
      // Of a job that was never started nothing is kept: its subtasks have not woken.
      const Activity activity = running->driver.activity();
      past_.wake_ups += activity.wake_ups;
      past_.failed += activity.failed;
      jobs_.erase(attempt);
    }
    core_.post([attempt](TaskExecutorCore& core, Moment now) { core.on_job_freed(attempt, now); });
  });
}

}  // namespace eddyline::taskexecutor
