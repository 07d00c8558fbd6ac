#pragma once

#include <optional>
#include <vector>

#include "common/base/status.hpp"
#include "jobmanager/resource_manager/placement.hpp"

namespace eddyline::jobmanager {

/// The task executors that one try to run a job was given, and what they have said about it.
class Deployment {
 public:
  explicit Deployment(Placement placement);

  const Placement& placement() const { return placement_; }
  /// Those that are there.
  std::vector<PeerId> peers() const;
  /// Index of a peer among the executors; nothing when it has no part in this, or no more.
  std::optional<uint32_t> index_of(PeerId peer) const;
  const PlacedExecutor& executor(uint32_t index) const { return placement_.executors[index]; }
  const PlacedExecutor& executor_of_slot(uint32_t slot) const { return executor(placement_.executor_of_slot[slot]); }
  /// Of the job's slots, in order.
  const std::vector<uint32_t>& slots_of(uint32_t index) const { return slots_[index]; }

  /// False when this executor has answered already.
  bool note_answer(uint32_t index);
  bool has_answered(uint32_t index) const { return answered_[index]; }
  /// Whether all executors have answered, of those that are there.
  bool all_answered() const { return unanswered_ == 0; }
  /// Nothing more can be said to the executor or comes from it.
  void note_loss(uint32_t index);
  bool is_there(uint32_t index) const { return there_[index]; }

 private:
  Placement placement_;
  /// By executor.
  std::vector<std::vector<uint32_t>> slots_;
  std::vector<bool> answered_;
  std::vector<bool> there_;
  size_t unanswered_;
};

}  // namespace eddyline::jobmanager
