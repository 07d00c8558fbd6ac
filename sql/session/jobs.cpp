// SELECT, INSERT and EXPLAIN: from the bound statement to a job or its plan.

#include "common/config/execution_options.hpp"
#include "common/config/table_options.hpp"
#include "expression/time_zone.hpp"
#include "sql/binder/insert_binder.hpp"
#include "sql/binder/query_binder.hpp"
#include "sql/explain/explain.hpp"
#include "sql/physical/planner.hpp"
#include "sql/session/construct_name.hpp"
#include "sql/session/session.hpp"

namespace eddyline::sql {

Result<std::unique_ptr<expression::TimeZone>> Session::time_zone() const {
  const Option<std::string>& option = table_options().local_time_zone;
  ASSIGN_OR_RETURN(const std::string name, configuration_.effective().get(option));
  auto zone = expression::make_time_zone(name);
  if (!zone.ok()) {
    return zone.status().with_context("Could not parse value '" + name + "' for key '" + option.key() + "'");
  }
  return zone;
}

Result<UtcOffset> Session::utc_offset() const {
  ASSIGN_OR_RETURN(std::unique_ptr<expression::TimeZone> made, time_zone());
  const std::shared_ptr<const expression::TimeZone> zone = std::move(made);
  return UtcOffset([zone](int64_t epoch_second) { return zone->offset_of_instant_ms(epoch_second * 1000) / 1000; });
}

Result<PlannedJob> Session::plan_job(LogicalPtr sink, const expression::TimeZone& zone, std::string default_name) const {
  const Configuration& settings = configuration_.effective();
  const SourcePosition position = sink->position();
  ASSIGN_OR_RETURN(PlannerSettings planner_settings, PlannerSettings::from(settings));
  const plan::JobGraphSettings job_settings = planner_settings.job_graph;
  const PlannerContext context{services_.functions, services_.connectors, zone, std::move(planner_settings), services_.logger};
  ASSIGN_OR_RETURN(PhysicalPlan physical, plan_statement({std::move(sink)}, context, PlanPurpose::kExecute));
  // Whoever runs the job makes its graph; what is wrong with a whole job is said here, at the statement's place.
  const auto graph = plan::make_job_graph(physical.graph, job_settings);
  if (!graph.ok()) return graph.status().at(position);
  ASSIGN_OR_RETURN(const auto name, settings.find(execution_options().pipeline_name));
  return PlannedJob{name.value_or(std::move(default_name)), std::move(physical.graph), settings};
}

Result<StatementResult> Session::query(const QueryStatement& statement) {
  ASSIGN_OR_RETURN(const auto zone, time_zone());
  ASSIGN_OR_RETURN(const BinderContext context, binder_context(*zone));
  ASSIGN_OR_RETURN(BoundQuery query, QueryBinder(context).bind(*statement.query));
  RowType columns = query.node->output();
  ASSIGN_OR_RETURN(PlannedJob job, plan_job(collect_sink(std::move(query.node), statement.position), *zone, "collect"));
  return StatementResult(QueryJob{std::move(job), std::move(columns)});
}

Result<StatementResult> Session::insert(const Insert& insert) {
  ASSIGN_OR_RETURN(const auto zone, time_zone());
  ASSIGN_OR_RETURN(const BinderContext context, binder_context(*zone));
  ASSIGN_OR_RETURN(LogicalPtr sink, InsertBinder(context).bind(insert));
  std::string name = "insert-into_" + as<LogicalSink>(*sink).table()->identifier.to_string();
  ASSIGN_OR_RETURN(PlannedJob job, plan_job(std::move(sink), *zone, std::move(name)));
  return StatementResult(InsertJob{std::move(job)});
}

Result<StatementResult> Session::explain(const Explain& explain) {
  ASSIGN_OR_RETURN(const auto zone, time_zone());
  ASSIGN_OR_RETURN(const BinderContext context, binder_context(*zone));
  LogicalPtr sink;
  if (explain.statement->is<QueryStatement>()) {
    const auto& statement = explain.statement->as<QueryStatement>();
    ASSIGN_OR_RETURN(BoundQuery query, QueryBinder(context).bind(*statement.query));
    sink = collect_sink(std::move(query.node), statement.position);
  } else if (explain.statement->is<Insert>()) {
    ASSIGN_OR_RETURN(sink, InsertBinder(context).bind(explain.statement->as<Insert>()));
  } else {
    return not_supported("EXPLAIN of " + construct_name(*explain.statement)).at(explain.statement->position);
  }
  ASSIGN_OR_RETURN(PlannerSettings settings, PlannerSettings::from(configuration_.effective()));
  const PlannerContext planner{services_.functions, services_.connectors, *zone, std::move(settings), services_.logger};
  ASSIGN_OR_RETURN(std::string text, explain_statement({std::move(sink)}, explain.details, planner));
  return StatementResult(StaticTable{{"result"}, {{std::move(text)}}});
}

}  // namespace eddyline::sql
