#include "programs/taskexecutor/job_services.hpp"

#include <unistd.h>

#include "common/config/task_executor_options.hpp"
#include "common/memory/memory_budget.hpp"

namespace eddyline::programs {

namespace {

/// How long a reader of the output that still reads may take to get what is written when the process ends.
constexpr std::chrono::milliseconds kOutputGrace{250};

Bytes memory_limit(std::optional<Bytes> process_size) {
  return process_size.has_value() ? managed_memory(*process_size) : Bytes(MemoryPool::kUnlimited);
}

}  // namespace

JobServices::JobServices(std::optional<Bytes> process_size, Clock& clock)
    : clock_(clock),
      memory_(MemoryPool::root("process", memory_limit(process_size), task_executor_options().process_size.key())),
      standard_output_(STDOUT_FILENO, "standard output"),
      standard_error_(STDERR_FILENO, "standard error") {
  expression::register_scalar_functions(functions_);
  expression::register_aggregate_functions(aggregate_functions_);
  connectors::register_connectors(connectors_);
  operators::register_operators(operators_);
  plan::register_exec_nodes(exec_nodes_);
}

taskexecutor::DeploymentServices JobServices::deployment() {
  taskexecutor::DeploymentServices services;
  services.executor.environment.clock = &clock_;
  services.executor.environment.memory = memory_.get();
  services.executor.environment.state_backend = &state_backend_;
  services.executor.operators = &operators_;
  services.executor.connectors = &connectors_;
  services.executor.standard_output = &standard_output_;
  services.executor.standard_error = &standard_error_;
  services.exec_nodes = &exec_nodes_;
  services.functions = &functions_;
  services.aggregate_functions = &aggregate_functions_;
  return services;
}

void JobServices::give_up_output() {
  standard_output_.give_up_after(kOutputGrace);
  standard_error_.give_up_after(kOutputGrace);
}

}  // namespace eddyline::programs
