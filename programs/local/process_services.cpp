#include "programs/local/process_services.hpp"

#include <unistd.h>

namespace eddyline::programs {

ProcessServices::ProcessServices()
    : memory(MemoryPool::root("process")),
      standard_output(STDOUT_FILENO, "standard output"),
      standard_error(STDERR_FILENO, "standard error") {
  expression::register_scalar_functions(functions);
  expression::register_aggregate_functions(aggregate_functions);
  connectors::register_connectors(connectors);
  operators::register_operators(operators);
}

}  // namespace eddyline::programs
