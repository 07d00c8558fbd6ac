#include "programs/local/process_services.hpp"

#include <unistd.h>

#include "common/config/task_executor_options.hpp"

namespace eddyline::programs {

ProcessServices::ProcessServices(Bytes memory_limit)
    : memory(MemoryPool::root("process", memory_limit, task_executor_options().process_size.key())),
      log(standard_error_log()),
      standard_output(STDOUT_FILENO, "standard output"),
      standard_error(STDERR_FILENO, "standard error") {
  expression::register_scalar_functions(functions);
  expression::register_aggregate_functions(aggregate_functions);
  connectors::register_connectors(connectors);
  operators::register_operators(operators);
}

}  // namespace eddyline::programs
