#include "taskexecutor/snapshot/restored_job.hpp"

#include <utility>

#include "checkpoint/storage/state_file.hpp"
#include "common/columnar/batch_codec.hpp"
#include "common/fault/fault_point.hpp"
#include "state/saved_schema.hpp"

namespace eddyline::taskexecutor {
namespace {

constexpr FaultPoint kDuringRestore{"during-restore"};
constexpr FaultPoint kDuringRescalingRestore{"during-rescaling-restore"};

Result<std::vector<state::SnapshotSchema>> schemas_of(const schemas::SavedOperator& saved) {
  std::vector<state::SnapshotSchema> all;
  for (const schemas::SavedState& state : saved.states) {
    ASSIGN_OR_RETURN(all.emplace_back(), state::from_saved(state));
  }
  return all;
}

bool meets(const KeyGroupRange& a, const KeyGroupRange& b) {
  return !(a.last < b.first) && !(b.last < a.first);
}

Status restore_file(checkpoint::StateFileReader& file, const std::vector<state::SnapshotSchema>& schemas,
                    state::KeyedStateBackend& keyed_state, ProcessingTime now) {
  while (true) {
    ASSIGN_OR_RETURN(const auto block, file.next());
    if (!block.has_value()) return {};
    if (block->state >= schemas.size()) return io_error("A saved state file has rows of a state that the metadata does not name");
    const state::SnapshotSchema& schema = schemas[block->state];
    ASSIGN_OR_RETURN(const Batch rows, decode_batch(*block->bytes, block->bytes, schema.physical_types()));
    RETURN_IF_ERROR(keyed_state.restore(schema, rows, now));
    kDuringRestore.pass();
  }
}

}  // namespace

RestoredJob::RestoredJob(schemas::CheckpointMetadata metadata, std::string folder)
    : metadata_(std::move(metadata)), folder_(std::move(folder)) {
  for (const schemas::SavedOperator& saved : metadata_.operators) {
    Operator& op = by_uid_[saved.uid];
    op.saved = &saved;
    for (const schemas::SavedSubtask& subtask : saved.subtasks) op.states.push_back(subtask.operator_state);
  }
}

const std::vector<std::string>* RestoredJob::states_of(std::string_view uid) const {
  const auto found = by_uid_.find(uid);
  return found == by_uid_.end() ? nullptr : &found->second.states;
}

Status RestoredJob::restore_keyed_state(const operators::OperatorContext& context) const {
  const auto found = by_uid_.find(context.uid());
  if (found == by_uid_.end() || context.keyed_state() == nullptr) return {};
  const schemas::SavedOperator& saved = *found->second.saved;
  ASSIGN_OR_RETURN(const std::vector<state::SnapshotSchema> schemas, schemas_of(saved));
  for (const schemas::SavedSubtask& subtask : saved.subtasks) {
    if (!meets(key_group_range(saved.max_parallelism, saved.parallelism, subtask.subtask), context.key_groups())) continue;
    ASSIGN_OR_RETURN(checkpoint::StateFileReader file, checkpoint::StateFileReader::open(folder_, subtask.keyed_state));
    RETURN_IF_ERROR(restore_file(file, schemas, *context.keyed_state(), context.clock().now()));
    if (saved.parallelism != context.parallelism()) kDuringRescalingRestore.pass();
  }
  return {};
}

}  // namespace eddyline::taskexecutor
