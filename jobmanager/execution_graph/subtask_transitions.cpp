#include "jobmanager/execution_graph/subtask_transitions.hpp"

namespace eddyline::jobmanager {

using schemas::SubtaskState;

namespace {

/// What an executor tells of a subtask's life: that it goes on, or how it has ended.
bool is_told(SubtaskState state) {
  return state == SubtaskState::kInitializing || state == SubtaskState::kRunning || schemas::is_terminal(state);
}

}  // namespace

std::optional<SubtaskState> after_report(SubtaskState current, SubtaskState reported) {
  switch (current) {
    case SubtaskState::kCreated:
    case SubtaskState::kScheduled:
    case SubtaskState::kFinished:
    case SubtaskState::kCanceled:
    case SubtaskState::kFailed:
      return std::nullopt;
    case SubtaskState::kDeploying:
    case SubtaskState::kInitializing:
    case SubtaskState::kRunning:
      if (!is_told(reported) || reported <= current) return std::nullopt;
      return reported;
    case SubtaskState::kCanceling:
      if (schemas::is_terminal(reported)) return SubtaskState::kCanceled;
      if (reported == SubtaskState::kCanceling || is_told(reported)) return current;
      return std::nullopt;
  }
  return std::nullopt;
}

SubtaskState after_loss(SubtaskState current) {
  if (schemas::is_terminal(current)) return current;
  return current == SubtaskState::kCanceling ? SubtaskState::kCanceled : SubtaskState::kFailed;
}

}  // namespace eddyline::jobmanager
