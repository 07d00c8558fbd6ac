#pragma once

#include <deque>
#include <map>
#include <vector>

#include "common/base/random.hpp"
#include "schemas/control_messages.hpp"

namespace eddyline::jobmanager::tests {

/// What a simulated peer wants to say, oldest first.
using Outgoing = std::deque<schemas::ToJobManager>;

/// An honest task executor without operators: it makes, starts, ends and loses subtasks as the seed wills, and checks that what
/// it is told makes sense.
class ModelExecutor {
 public:
  ModelExecutor(schemas::ExecutorId id, uint16_t port, uint32_t slots, Random& random);

  void receive(const schemas::ToExecutor& message);
  /// Something happens in one of its subtasks.
  void live();
  Outgoing& outgoing() { return outgoing_; }
  /// Fails the test when something is left that should have ended.
  void expect_idle() const;
  bool was_refused() const { return refused_; }

 private:
  struct Attempt {
    bool started = false;
    /// Those that have not ended.
    std::map<schemas::SubtaskId, schemas::SubtaskState> subtasks;
  };
  using Attempts = std::map<schemas::AttemptId, Attempt>;

  void deploy(const schemas::DeployJob& order);
  void start(schemas::AttemptId id);
  void cancel(schemas::AttemptId id);
  void answer(const schemas::FetchRows& request);
  void say(schemas::AttemptId attempt, schemas::SubtaskId subtask, schemas::SubtaskState state);
  /// Slots with a subtask that has not ended.
  size_t slots_in_use() const;

  schemas::ExecutorId id_;
  uint32_t slots_;
  Random& random_;
  Outgoing outgoing_;
  Attempts attempts_;
  bool registered_ = false;
  bool refused_ = false;
};

}  // namespace eddyline::jobmanager::tests
