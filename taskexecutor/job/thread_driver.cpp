#include "taskexecutor/job/thread_driver.hpp"

#include <pthread.h>

#include <chrono>
#include <system_error>

#include "common/base/check.hpp"
#include "common/concurrency/sleep_time.hpp"

namespace eddyline::taskexecutor {
namespace {

/// What `top -H` and profilers show; the kernel keeps 15 characters.
void name_thread(const std::string& name) {
  pthread_setname_np(pthread_self(), name.substr(0, 15).c_str());
}

}  // namespace

ThreadDriver::ThreadDriver(LocalJob& job, const Clock& clock)
    : job_(job), clock_(clock), activity_(std::make_unique<SubtaskActivity[]>(job.subtasks().size())) {}

ThreadDriver::~ThreadDriver() {
  if (!job_.ended()) job_.cancel();
  for (std::thread& thread : threads_) thread.join();
}

Status ThreadDriver::start() {
  CHECK(threads_.empty()) << "the job runs already";
  const size_t count = job_.subtasks().size();
  threads_.reserve(count);
  job_.begin();
  try {
    for (size_t index = 0; index < count; ++index) {
      threads_.emplace_back([this, index] { run(*job_.subtasks()[index], activity_[index]); });
    }
  } catch (const std::system_error& error) {
    return out_of_memory("cannot start thread " + std::to_string(threads_.size() + 1) + " of the " +
                         std::to_string(count) + " that job '" + job_.name() +
                         "' needs, one a subtask: " + error.code().message());
  }
  return {};
}

Activity ThreadDriver::activity() const {
  Activity activity;
  for (size_t index = 0; index < job_.subtasks().size(); ++index) {
    activity_[index].add_to(activity, job_.subtasks()[index]->wakeup());
  }
  return activity;
}

StepResult ThreadDriver::step_until_blocked(Subtask& subtask) {
  while (true) {
    StepResult result = subtask.step(clock_.now());
    if (result.state != StepResult::State::kProgress) return result;
  }
}

void ThreadDriver::run(Subtask& subtask, SubtaskActivity& activity) {
  name_thread(subtask.name());
  while (true) {
    StepResult result = step_until_blocked(subtask);
    if (result.state == StepResult::State::kBlocked) {
      // Looks once more after the notice is cleared: see Wakeup.
      subtask.wakeup().clear();
      result = step_until_blocked(subtask);
    }
    if (result.state != StepResult::State::kBlocked) {
      const bool failed = !result.status.ok() && result.status.code() != ErrorCode::kCancelled;
      job_.on_subtask_end(subtask, result.status);
      activity.end(failed);
      return;
    }
    std::optional<std::chrono::nanoseconds> timeout;
    if (result.wake_at.has_value()) timeout = sleep_time(clock_.now(), *result.wake_at);
    activity.fall_asleep(result.wake_at);
    subtask.wakeup().wait(timeout);
    activity.wake_up();
  }
}

}  // namespace eddyline::taskexecutor
