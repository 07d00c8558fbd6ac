#include "common/config/execution_options.hpp"
#include "common/config/table_options.hpp"
#include "plan/job_graph/job_graph.hpp"

namespace eddyline::plan {

Result<JobGraphSettings> job_graph_settings(const Configuration& configuration) {
  const ExecutionOptions& execution = execution_options();
  JobGraphSettings settings;
  ASSIGN_OR_RETURN(int32_t parallelism, configuration.get(table_options().default_parallelism));
  if (parallelism <= 0) {
    ASSIGN_OR_RETURN(parallelism, configuration.get(execution.default_parallelism));
  }
  settings.default_parallelism = Parallelism(static_cast<uint32_t>(parallelism));
  ASSIGN_OR_RETURN(const int32_t max_parallelism, configuration.get(execution.max_parallelism));
  if (max_parallelism > 0) settings.max_parallelism = MaxParallelism(static_cast<uint32_t>(max_parallelism));
  ASSIGN_OR_RETURN(settings.chaining, configuration.get(execution.operator_chaining));
  return settings;
}

}  // namespace eddyline::plan
