#include "tests/cluster/task_executor/planned_statements.hpp"

#include "plan/job_graph/job_graph_digest.hpp"
#include "plan/json/plan_json.hpp"

namespace eddyline::tests {

PlannedStatements::PlannedStatements() : session_({functions_, aggregate_functions_, connectors_}, Configuration()) {
  expression::register_scalar_functions(functions_);
  expression::register_aggregate_functions(aggregate_functions_);
  connectors::register_connectors(connectors_);
}

void PlannedStatements::execute(const std::string& statement) {
  const auto result = session_.execute(statement);
  CHECK(result.ok() && std::holds_alternative<sql::Succeeded>(*result)) << statement << result.status().to_string();
}

schemas::DeployJob PlannedStatements::deployment(const std::string& statement, const schemas::ExecutorAddress& executor,
                                                 uint32_t parallelism) {
  execute("SET 'parallelism.default' = '" + std::to_string(parallelism) + "'");
  auto result = session_.execute(statement);
  CHECK(result.ok()) << result.status().to_string();
  sql::PlannedJob job;
  if (auto* query = std::get_if<sql::QueryJob>(&*result)) {
    columns_ = query->columns;
    job = std::move(query->job);
  } else {
    job = std::move(std::get<sql::InsertJob>(*result).job);
  }
  schemas::DeployJob deployment;
  deployment.job = JobId(0, ++attempts_);
  deployment.attempt = schemas::AttemptId(1'000 + attempts_);
  deployment.name = job.name;
  deployment.plan = plan::write_plan(job.plan);
  deployment.settings = job.settings;
  deployment.executors = {executor};
  deployment.executor_of_slot.assign(parallelism, 0);
  const plan::JobGraphSettings shape = plan::job_graph_settings(job.settings).value();
  deployment.graph_digest = plan::job_graph_digest(plan::make_job_graph(job.plan, shape).value());
  return deployment;
}

}  // namespace eddyline::tests
