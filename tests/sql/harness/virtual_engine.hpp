#pragma once

#include <memory>
#include <vector>

#include "common/clock/clock.hpp"
#include "common/memory/memory_pool.hpp"
#include "expression/time_zone.hpp"
#include "operators/operator_registry.hpp"
#include "operators/sink/result_buffer.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/job_graph/job_graph.hpp"
#include "state/hashmap/hashmap_state_backend.hpp"
#include "taskexecutor/job/local_job.hpp"
#include "tests/memory_network/memory_networks.hpp"
#include "tests/split_job/split_job.hpp"
#include "tests/sql/harness/collected_checkpoint.hpp"
#include "tests/sql/harness/sql_engine.hpp"
#include "tests/sql/harness/test_mode.hpp"

namespace eddyline::sql_tests {

/// A job on the virtual clock, with all that must outlive it: in one part, or one for each task executor.
struct VirtualJob {
  std::shared_ptr<const expression::TimeZone> time_zone;
  std::shared_ptr<operators::ResultBuffer> results;
  std::unique_ptr<CollectedCheckpoint> checkpoints;
  std::vector<std::unique_ptr<taskexecutor::LocalJob>> parts;

  bool ended() const;
  /// The first error of a part.
  Status result() const;
};

/// The all-in-one process on a virtual clock: one session, jobs on the test's thread.
class VirtualEngine final : public SqlEngine {
 public:
  /// 2026-11-12T01:01:42.221Z: the second order of the early-fire example is then made at its documented time.
  static constexpr ProcessingTime kStart{1'794'445'302'221};

  explicit VirtualEngine(const TestMode& mode);

  std::unique_ptr<JobRun> begin() override;
  TimedOutput* timed_output() override { return &output_; }
  bool keeps_rows_of_failed_jobs() const override { return true; }

  /// Makes the job's subtasks; a driver runs them, and the network between them. `restored`: what it begins with, or null.
  Result<VirtualJob> start(const sql::PlannedJob& job, bool has_results,
                           const std::shared_ptr<const taskexecutor::RestoredJob>& restored);
  /// Gives the job another parallelism if it has several subtasks, and the mode's if it has another already.
  void rescale(sql::PlannedJob& job) const;
  const TestMode& mode() const { return mode_; }
  VirtualClock& clock() { return clock_; }
  MemoryNetworks& networks() { return networks_; }

 private:
  Result<plan::JobGraph> transmit(const sql::PlannedJob& planned) const;
  Status make_parts(const plan::JobGraph& graph, const sql::PlannedJob& planned,
                    const std::shared_ptr<const taskexecutor::RestoredJob>& restored, VirtualJob& running);

  TestMode mode_;
  operators::OperatorRegistry operators_;
  plan::ExecNodeRegistry exec_nodes_;
  VirtualClock clock_{kStart};
  TimedOutput output_{clock_, kStart};
  state::HashmapStateBackend state_backend_;
  std::unique_ptr<MemoryPool> memory_;
  MemoryNetworks networks_;
  taskexecutor::TestExecutors executors_;
  uint64_t attempts_ = 0;
};

}  // namespace eddyline::sql_tests
