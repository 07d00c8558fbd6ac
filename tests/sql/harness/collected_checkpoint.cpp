#include "tests/sql/harness/collected_checkpoint.hpp"

#include <algorithm>

#include "taskexecutor/task/subtask.hpp"

namespace eddyline::sql_tests {

CollectedCheckpoint::CollectedCheckpoint(const plan::JobGraph& graph) : graph_(graph) {}

taskexecutor::CheckpointTrigger CollectedCheckpoint::begin() {
  metadata_ = {};
  declined_ = {};
  acknowledged_.clear();
  metadata_.checkpoint = next_;
  next_ = CheckpointId(next_.value() + 1);
  // Those of which every subtask has ended, too: they must not begin anew.
  for (const plan::JobVertex& vertex : graph_.vertices) {
    for (const plan::JobOperator& op : vertex.operators) {
      metadata_.operators.push_back({.uid = op.uid,
                                     .name = op.name,
                                     .parallelism = vertex.parallelism,
                                     .max_parallelism = vertex.max_parallelism,
                                     .states = {},
                                     .subtasks = {}});
    }
  }
  return {.checkpoint = metadata_.checkpoint, .folder = {}, .inline_max = Bytes(SIZE_MAX)};
}

void CollectedCheckpoint::acknowledge(taskexecutor::SubtaskAcknowledgement acknowledgement) {
  acknowledged_.insert({acknowledgement.vertex, acknowledgement.subtask});
  for (schemas::SavedOperator& op : acknowledgement.operators) {
    schemas::SavedOperator& all = *std::ranges::find(metadata_.operators, op.uid, &schemas::SavedOperator::uid);
    all.states = std::move(op.states);
    all.subtasks.push_back(std::move(op.subtasks.front()));
  }
}

void CollectedCheckpoint::on_end(const taskexecutor::Subtask& subtask, const Status&) {
  ended_.insert({subtask.vertex(), subtask.index()});
}

Result<std::shared_ptr<const taskexecutor::RestoredJob>> CollectedCheckpoint::finish() const {
  RETURN_IF_ERROR(declined_);
  for (const plan::JobVertex& vertex : graph_.vertices) {
    for (uint32_t index = 0; index < vertex.parallelism.value(); ++index) {
      const Place place(vertex.id, SubtaskIndex(index));
      if (acknowledged_.contains(place) || ended_.contains(place)) continue;
      return io_error("subtask " + std::to_string(index) + " of " + vertex.name + " has not acknowledged its checkpoint");
    }
  }
  // What is restored is what can be read from disk.
  const std::string bytes = schemas::encode_metadata(metadata_);
  ASSIGN_OR_RETURN(schemas::CheckpointMetadata read,
                   schemas::decode_metadata({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}));
  return std::make_shared<const taskexecutor::RestoredJob>(std::move(read), "");
}

}  // namespace eddyline::sql_tests
