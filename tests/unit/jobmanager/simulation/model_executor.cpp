#include "tests/unit/jobmanager/simulation/model_executor.hpp"

#include <gtest/gtest.h>

#include <set>

namespace eddyline::jobmanager::tests {

using schemas::SubtaskState;

namespace {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace

ModelExecutor::ModelExecutor(schemas::ExecutorId id, uint16_t port, uint32_t slots, Random& random)
    : id_(std::move(id)), slots_(slots), random_(random) {
  outgoing_.push_back(schemas::RegisterExecutor{{id_, "localhost", port}, slots, std::nullopt, 1, ""});
}

void ModelExecutor::receive(const schemas::ToExecutor& message) {
  EXPECT_FALSE(refused_) << "a refused executor is told something";
  std::visit(Overloaded{[&](const schemas::ExecutorRegistered&) { registered_ = true; },
                        [&](const schemas::ExecutorRefused&) { refused_ = true; },
                        [&](const schemas::Heartbeat&) { outgoing_.push_back(schemas::Heartbeat()); },
                        [&](const schemas::DeployJob& order) { deploy(order); },
                        [&](const schemas::StartJob& order) { start(order.attempt); },
                        [&](const schemas::CancelAttempt& order) { cancel(order.attempt); },
                        [&](const schemas::FetchRows& request) { answer(request); }},
             message);
  EXPECT_TRUE(registered_ || refused_) << "something is said before the registration is answered";
}

void ModelExecutor::deploy(const schemas::DeployJob& order) {
  EXPECT_FALSE(attempts_.contains(order.attempt)) << "an attempt is deployed twice";
  // The plan says the shape, as TestPlanReader reads it: "v:2 w:1".
  Attempt attempt;
  uint32_t vertex = 0;
  for (size_t at = order.plan.find(':'); at != std::string::npos; at = order.plan.find(':', at + 1), ++vertex) {
    const auto parallelism = static_cast<uint32_t>(std::stoul(order.plan.substr(at + 1)));
    for (uint32_t slot = 0; slot < parallelism; ++slot) {
      if (order.executors.at(order.executor_of_slot.at(slot)).executor != id_) continue;
      attempt.subtasks[{VertexId(vertex), SubtaskIndex(slot)}] = SubtaskState::kDeploying;
    }
  }
  EXPECT_FALSE(attempt.subtasks.empty()) << "an executor without a part is asked";
  if (random_.below(20) == 0) {
    outgoing_.push_back(schemas::JobDeployed{order.attempt, io_error("cannot make it")});
    return;
  }
  attempts_.emplace(order.attempt, std::move(attempt));
  EXPECT_LE(slots_in_use(), slots_) << "a slot is given twice";
  outgoing_.push_back(schemas::JobDeployed{order.attempt, {}});
}

void ModelExecutor::start(schemas::AttemptId id) {
  const auto found = attempts_.find(id);
  // What failed before it was started is gone already.
  if (found == attempts_.end()) return;
  EXPECT_FALSE(found->second.started) << "an attempt is started twice";
  found->second.started = true;
  for (auto& [subtask, state] : found->second.subtasks) {
    if (random_.below(2) == 0) say(id, subtask, SubtaskState::kInitializing);
    say(id, subtask, SubtaskState::kRunning);
    state = SubtaskState::kRunning;
  }
}

void ModelExecutor::cancel(schemas::AttemptId id) {
  const auto found = attempts_.find(id);
  if (found == attempts_.end()) return;
  for (const auto& [subtask, state] : found->second.subtasks) {
    constexpr std::array kEnds{SubtaskState::kCanceled, SubtaskState::kCanceled, SubtaskState::kCanceled,
                               SubtaskState::kFailed, SubtaskState::kFinished};
    const SubtaskState end = kEnds.at(random_.below(kEnds.size()));
    say(id, subtask, end == SubtaskState::kFinished && !found->second.started ? SubtaskState::kCanceled : end);
  }
  attempts_.erase(found);
}

void ModelExecutor::answer(const schemas::FetchRows& request) {
  if (random_.below(10) == 0) return;
  schemas::FetchedRows rows;
  rows.request = request.request;
  rows.offset = request.offset;
  rows.rows = random_.below(100);
  rows.ended = random_.below(4) == 0;
  if (random_.below(10) == 0) rows.result = io_error("no rows");
  outgoing_.push_back(rows);
}

void ModelExecutor::live() {
  if (attempts_.empty()) return;
  auto attempt = attempts_.begin();
  std::advance(attempt, random_.below(attempts_.size()));
  auto& subtasks = attempt->second.subtasks;
  if (subtasks.empty()) {
    attempts_.erase(attempt);
    return;
  }
  auto subtask = subtasks.begin();
  std::advance(subtask, random_.below(subtasks.size()));
  const bool fails = random_.below(10) == 0;
  if (!fails && !attempt->second.started) return;
  say(attempt->first, subtask->first, fails ? SubtaskState::kFailed : SubtaskState::kFinished);
  subtasks.erase(subtask);
}

void ModelExecutor::say(schemas::AttemptId attempt, schemas::SubtaskId subtask, SubtaskState state) {
  schemas::SubtaskChanged change{attempt, subtask, state, {}, {}};
  if (state == SubtaskState::kFailed) change.cause = data_error("bad luck");
  outgoing_.push_back(change);
}

size_t ModelExecutor::slots_in_use() const {
  std::set<std::pair<schemas::AttemptId, SubtaskIndex>> slots;
  for (const auto& [id, attempt] : attempts_) {
    for (const auto& [subtask, state] : attempt.subtasks) slots.emplace(id, subtask.subtask);
  }
  return slots.size();
}

void ModelExecutor::expect_idle() const {
  EXPECT_EQ(slots_in_use(), 0U) << id_.value() << " still runs something";
}

}  // namespace eddyline::jobmanager::tests
