#include "taskexecutor/job/virtual_driver.hpp"

#include <algorithm>

namespace eddyline::taskexecutor {

void VirtualDriver::add(LocalJob& job) {
  job.begin();
  for (const auto& subtask : job.subtasks()) tasks_.push_back({&job, subtask.get(), std::nullopt});
}

void VirtualDriver::shuffle() {
  for (size_t left = tasks_.size(); left > 1; --left) std::swap(tasks_[left - 1], tasks_[random_.below(left)]);
}

bool VirtualDriver::step_all() {
  shuffle();
  bool progress = false;
  for (Task& task : tasks_) {
    task.subtask->wakeup().clear();
    StepResult result = task.subtask->step(clock_.now());
    task.wake_at = result.wake_at;
    progress |= result.state != StepResult::State::kBlocked;
    if (result.state != StepResult::State::kFinished && result.state != StepResult::State::kFailed) continue;
    task.job->on_subtask_end(*task.subtask, result.status);
    task.subtask = nullptr;
  }
  std::erase_if(tasks_, [](const Task& task) { return task.subtask == nullptr; });
  // Last, for what steps that ended blocked have handed over.
  for (const auto& act : background_) progress |= act();
  // A step that ends blocked may have handed rows to a subtask that was asked before it.
  return progress || std::ranges::any_of(tasks_, [](const Task& task) { return task.subtask->wakeup().notified(); });
}

void VirtualDriver::settle() {
  while (step_all()) {
  }
}

std::optional<ProcessingTime> VirtualDriver::next_wake_up() const {
  std::optional<ProcessingTime> earliest;
  for (const Task& task : tasks_) {
    if (task.wake_at.has_value() && (!earliest.has_value() || *task.wake_at < *earliest)) earliest = task.wake_at;
  }
  return earliest;
}

void VirtualDriver::run_until(ProcessingTime time) {
  settle();
  for (auto next = next_wake_up(); next.has_value() && *next <= time; next = next_wake_up()) {
    clock_.advance_to(std::max(*next, clock_.now()));
    settle();
  }
  clock_.advance_to(std::max(time, clock_.now()));
  settle();
}

void VirtualDriver::run() {
  settle();
  for (auto next = next_wake_up(); next.has_value(); next = next_wake_up()) {
    clock_.advance_to(std::max(*next, clock_.now()));
    settle();
  }
}

}  // namespace eddyline::taskexecutor
