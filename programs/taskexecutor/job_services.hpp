#pragma once

#include <memory>

#include "common/clock/clock.hpp"
#include "common/file/text_output.hpp"
#include "common/memory/memory_pool.hpp"
#include "connectors/connector_registry.hpp"
#include "expression/aggregate_function.hpp"
#include "expression/function_registry.hpp"
#include "operators/operator_registry.hpp"
#include "plan/exec_node_registry.hpp"
#include "state/hashmap/hashmap_state_backend.hpp"
#include "taskexecutor/process/job_deployment.hpp"

namespace eddyline::programs {

/// What a task executor has for all its jobs: made first, gone last, passed down.
class JobServices {
 public:
  /// `process_size`: taskmanager.memory.process.size; none without a limit. The clock is borrowed.
  JobServices(std::optional<Bytes> process_size, Clock& clock);
  JobServices(const JobServices&) = delete;
  JobServices& operator=(const JobServices&) = delete;

  /// To be added to before deployment().
  connectors::ConnectorRegistry& connectors() { return connectors_; }
  operators::OperatorRegistry& operators() { return operators_; }
  /// Borrows from this.
  taskexecutor::DeploymentServices deployment();
  /// Writing waits for no reader any more.
  void give_up_output();

 private:
  Clock& clock_;
  expression::FunctionRegistry functions_;
  expression::AggregateFunctionRegistry aggregate_functions_;
  connectors::ConnectorRegistry connectors_;
  operators::OperatorRegistry operators_;
  plan::ExecNodeRegistry exec_nodes_;
  state::HashmapStateBackend state_backend_;
  std::unique_ptr<MemoryPool> memory_;
  FileDescriptorOutput standard_output_;
  FileDescriptorOutput standard_error_;
};

}  // namespace eddyline::programs
