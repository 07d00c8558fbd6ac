#include "sql/physical/planner_settings.hpp"

#include "common/config/engine_options.hpp"
#include "common/config/whole_milliseconds.hpp"

namespace eddyline::sql {

Result<PlannerSettings> PlannerSettings::from(const Configuration& configuration) {
  // SET and -D refuse such values where they stand; this is for those that came otherwise.
  RETURN_IF_ERROR(engine_option_catalog().check_supported(configuration));
  const TableOptions& table = table_options();
  PlannerSettings settings;
  ASSIGN_OR_RETURN(const Duration idle_timeout, configuration.get(table.source_idle_timeout));
  settings.source_idle_timeout = cut_to_milliseconds(idle_timeout);
  ASSIGN_OR_RETURN(const Duration cleanup_interval, configuration.get(table.interval_join_min_cleanup_interval));
  settings.interval_join_min_cleanup_interval = cut_to_milliseconds(cleanup_interval);
  ASSIGN_OR_RETURN(settings.not_null_enforcer, configuration.get(table.sink_not_null_enforcer));
  ASSIGN_OR_RETURN(settings.type_length_enforcer, configuration.get(table.sink_type_length_enforcer));
  ASSIGN_OR_RETURN(settings.rowtime_inserter, configuration.get(table.sink_rowtime_inserter));
  ASSIGN_OR_RETURN(settings.upsert_materialize, configuration.get(table.sink_upsert_materialize));
  ASSIGN_OR_RETURN(settings.require_on_conflict, configuration.get(table.sink_require_on_conflict));
  ASSIGN_OR_RETURN(settings.job_graph, plan::job_graph_settings(configuration));
  return settings;
}

}  // namespace eddyline::sql
