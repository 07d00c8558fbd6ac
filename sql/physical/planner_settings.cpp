#include "sql/physical/planner_settings.hpp"

#include "common/config/engine_options.hpp"
#include "common/config/execution_options.hpp"

namespace eddyline::sql {

namespace {

Result<plan::JobGraphSettings> job_graph_settings(const Configuration& configuration) {
  const ExecutionOptions& execution = execution_options();
  plan::JobGraphSettings settings;
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

std::chrono::milliseconds whole_milliseconds(Duration duration) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(duration);
}

}  // namespace

Result<PlannerSettings> PlannerSettings::from(const Configuration& configuration) {
  // SET and -D refuse such values where they stand; this is for those that came otherwise.
  RETURN_IF_ERROR(engine_option_catalog().check_supported(configuration));
  const TableOptions& table = table_options();
  PlannerSettings settings;
  ASSIGN_OR_RETURN(const Duration idle_timeout, configuration.get(table.source_idle_timeout));
  settings.source_idle_timeout = whole_milliseconds(idle_timeout);
  ASSIGN_OR_RETURN(const Duration cleanup_interval, configuration.get(table.interval_join_min_cleanup_interval));
  settings.interval_join_min_cleanup_interval = whole_milliseconds(cleanup_interval);
  ASSIGN_OR_RETURN(settings.not_null_enforcer, configuration.get(table.sink_not_null_enforcer));
  ASSIGN_OR_RETURN(settings.type_length_enforcer, configuration.get(table.sink_type_length_enforcer));
  ASSIGN_OR_RETURN(settings.rowtime_inserter, configuration.get(table.sink_rowtime_inserter));
  ASSIGN_OR_RETURN(settings.upsert_materialize, configuration.get(table.sink_upsert_materialize));
  ASSIGN_OR_RETURN(settings.require_on_conflict, configuration.get(table.sink_require_on_conflict));
  ASSIGN_OR_RETURN(settings.job_graph, job_graph_settings(configuration));
  return settings;
}

}  // namespace eddyline::sql
