#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/clock/clock.hpp"
#include "common/file/text_output.hpp"
#include "common/memory/memory_pool.hpp"
#include "expression/time_zone.hpp"
#include "operators/operator_registry.hpp"
#include "operators/sink/result_buffer.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/job_graph/job_graph.hpp"
#include "sql/session/session.hpp"
#include "state/hashmap/hashmap_state_backend.hpp"
#include "taskexecutor/job/local_job.hpp"
#include "taskexecutor/job/virtual_driver.hpp"
#include "tests/memory_network/memory_networks.hpp"
#include "tests/split_job/split_job.hpp"
#include "tests/sql/harness/script_connector.hpp"
#include "tests/sql/harness/test_mode.hpp"

namespace eddyline::sql_tests {

/// Printed lines with the virtual time at which they came.
class TimedOutput final : public TextOutput {
 public:
  TimedOutput(const Clock& clock, ProcessingTime start) : clock_(clock), start_(start) {}
  Status write(std::string_view text) override;

  /// "4000 early> +I[1, ...]": milliseconds since the start, then the line.
  std::vector<std::string> lines;

  /// Forgets the lines; the start is now.
  void restart() {
    lines.clear();
    start_ = clock_.now();
  }

 private:
  const Clock& clock_;
  ProcessingTime start_;
};

/// A job on the virtual clock, with all that must outlive it: in one part, or one for each task executor.
struct VirtualJob {
  std::shared_ptr<const expression::TimeZone> time_zone;
  std::shared_ptr<operators::ResultBuffer> results;
  std::vector<std::unique_ptr<taskexecutor::LocalJob>> parts;

  bool ended() const;
  /// The first error of a part.
  Status result() const;
};

/// The all-in-one process on a virtual clock: one session, jobs on the test's thread.
class SqlEngine {
 public:
  /// 2026-11-12T01:01:42.221Z: the second order of the early-fire example is then made at its documented time.
  static constexpr ProcessingTime kStart{1'794'445'302'221};

  explicit SqlEngine(const TestMode& mode);

  Result<sql::StatementResult> execute(const std::string& statement) { return session_->execute(statement); }
  /// The statements of a text, cut at each ;
  Result<std::vector<sql::StatementResult>> execute_all(const std::string& statements);
  /// Makes the job's subtasks; a driver runs them, and the network between them.
  Result<VirtualJob> start(sql::PlannedJob job, bool has_results);

  const TestMode& mode() const { return mode_; }
  ScriptTables& tables() { return tables_; }
  VirtualClock& clock() { return clock_; }
  TimedOutput& output() { return output_; }
  MemoryNetworks& networks() { return networks_; }

 private:
  Result<plan::JobGraph> transmit(const sql::PlannedJob& planned) const;
  Status make_parts(const plan::JobGraph& graph, const sql::PlannedJob& planned, VirtualJob& running);

  TestMode mode_;
  ScriptTables tables_;
  expression::FunctionRegistry functions_;
  expression::AggregateFunctionRegistry aggregate_functions_;
  connectors::ConnectorRegistry connectors_;
  operators::OperatorRegistry operators_;
  plan::ExecNodeRegistry exec_nodes_;
  VirtualClock clock_{kStart};
  TimedOutput output_{clock_, kStart};
  state::HashmapStateBackend state_backend_;
  std::unique_ptr<MemoryPool> memory_;
  std::unique_ptr<sql::Session> session_;
  MemoryNetworks networks_;
  taskexecutor::TestExecutors executors_;
  uint64_t attempts_ = 0;
};

}  // namespace eddyline::sql_tests
