#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/clock/clock.hpp"
#include "operators/operator_context.hpp"
#include "schemas/checkpoint_metadata.hpp"

namespace eddyline::taskexecutor {

/// What a job begins with: a checkpoint or savepoint. Immutable, shared by its subtasks.
class RestoredJob {
 public:
  /// `folder`: where the metadata's files lie.
  RestoredJob(schemas::CheckpointMetadata metadata, std::string folder);
  RestoredJob(const RestoredJob&) = delete;
  RestoredJob& operator=(const RestoredJob&) = delete;

  /// What the operator's subtasks saved themselves; null if it is not in the snapshot, and then starts afresh.
  const std::vector<std::string>* states_of(std::string_view uid) const;
  /// Puts back what belongs to the operator's key groups, after open(), before its first element. Nothing for an operator without
  /// keyed state.
  /// Errors   kIoError names the file; what KeyedStateBackend::restore() says.
  Status restore_keyed_state(const operators::OperatorContext& context) const;

 private:
  struct Operator {
    const schemas::SavedOperator* saved = nullptr;
    std::vector<std::string> states;
  };

  const schemas::CheckpointMetadata metadata_;
  const std::string folder_;
  std::map<std::string, Operator, std::less<>> by_uid_;
};

}  // namespace eddyline::taskexecutor
