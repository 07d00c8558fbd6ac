#pragma once

#include <memory>
#include <set>
#include <utility>

#include "common/base/status.hpp"
#include "plan/job_graph/job_graph.hpp"
#include "taskexecutor/job/subtask_listener.hpp"
#include "taskexecutor/snapshot/checkpoint_listener.hpp"
#include "taskexecutor/snapshot/restored_job.hpp"

namespace eddyline::sql_tests {

/// Takes what the subtasks of a job say about its checkpoints, one checkpoint at a time, and makes of it what the job can begin with
/// again. All of it stays in memory.
/// Thread   one.
class CollectedCheckpoint final : public taskexecutor::CheckpointListener, public taskexecutor::SubtaskListener {
 public:
  explicit CollectedCheckpoint(const plan::JobGraph& graph);

  /// Forgets the one before.
  taskexecutor::CheckpointTrigger begin();
  /// Errors   why a subtask has declined; kIoError: one is missing that has not ended.
  Result<std::shared_ptr<const taskexecutor::RestoredJob>> finish() const;

  void acknowledge(taskexecutor::SubtaskAcknowledgement acknowledgement) override;
  void decline(taskexecutor::SubtaskDecline decline) override { declined_ = decline.reason; }
  void on_running(const taskexecutor::Subtask&) override {}
  void on_end(const taskexecutor::Subtask& subtask, const Status& result) override;

 private:
  using Place = std::pair<VertexId, SubtaskIndex>;

  const plan::JobGraph graph_;
  CheckpointId next_{1};
  schemas::CheckpointMetadata metadata_;
  Status declined_;
  std::set<Place> ended_;
  std::set<Place> acknowledged_;
};

}  // namespace eddyline::sql_tests
