#include "tests/sql/harness/sql_engine.hpp"

#include <algorithm>

#include "common/config/execution_options.hpp"
#include "common/config/table_options.hpp"
#include "plan/json/plan_json.hpp"
#include "sql/parser/statement_splitter.hpp"
#include "taskexecutor/job/job_translation.hpp"
#include "tests/sql/harness/fed_watermarks.hpp"

namespace eddyline::sql_tests {
namespace {

/// More than any test gives between two looks at the results.
constexpr Bytes kResultBytesMax{uint64_t{256} << 20};
constexpr uint64_t kSeed = 42;

uint32_t slot_count(const taskexecutor::TaskGraph& graph) {
  uint32_t slots = 0;
  for (const taskexecutor::TaskVertex& vertex : graph.vertices) slots = std::max(slots, vertex.parallelism.value());
  return slots;
}

}  // namespace

Status TimedOutput::write(std::string_view text) {
  const std::string time = std::to_string(clock_.now().value() - start_.value()) + " ";
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(time + std::string(text.substr(0, end)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return {};
}

bool VirtualJob::ended() const {
  return std::ranges::all_of(parts, [](const auto& part) { return part->ended(); });
}

Status VirtualJob::result() const {
  for (const auto& part : parts) RETURN_IF_ERROR(part->result());
  return {};
}

SqlEngine::SqlEngine(const TestMode& mode)
    : mode_(mode),
      memory_(MemoryPool::root("process")),
      networks_(mode.seed),
      executors_(mode.executors, [this] { return networks_.add(); }) {
  expression::register_scalar_functions(functions_);
  expression::register_aggregate_functions(aggregate_functions_);
  connectors::register_connectors(connectors_);
  register_script(connectors_, tables_);
  operators::register_operators(operators_);
  plan::register_exec_nodes(exec_nodes_);
  Configuration base;
  base.set(execution_options().default_parallelism, static_cast<int32_t>(mode.parallelism));
  base.set(table_options().local_time_zone, std::string("UTC"));
  const sql::SessionServices services{functions_, aggregate_functions_, connectors_};
  session_ = std::make_unique<sql::Session>(services, std::move(base));
}

Result<std::vector<sql::StatementResult>> SqlEngine::execute_all(const std::string& statements) {
  ASSIGN_OR_RETURN(const sql::SplitScript script, sql::split_statements(statements));
  RETURN_IF_ERROR(script.unreadable);
  std::vector<sql::StatementResult> results;
  for (const sql::StatementText& statement : script.statements) {
    ASSIGN_OR_RETURN(sql::StatementResult result, session_->execute(statement.text, statement.position));
    results.push_back(std::move(result));
  }
  return results;
}

/// The job's graph, of the plan as another process would get it.
Result<plan::JobGraph> SqlEngine::transmit(const sql::PlannedJob& planned) const {
  const std::string sent = plan::write_plan(planned.plan);
  auto received = plan::read_plan(sent, exec_nodes_, {functions_, aggregate_functions_});
  if (!received.ok()) return received.status().with_context("the plan cannot be read again");
  if (plan::write_plan(*received) != sent) return data_error("the plan that was read differs from the one that was written");
  ASSIGN_OR_RETURN(const plan::JobGraphSettings settings, plan::job_graph_settings(planned.settings));
  return plan::make_job_graph(*received, settings);
}

Result<VirtualJob> SqlEngine::start(sql::PlannedJob planned, bool has_results) {
  VirtualJob running;
  if (has_results) running.results = std::make_shared<operators::ResultBuffer>(kResultBytesMax);
  ASSIGN_OR_RETURN(const std::string zone, planned.settings.get(table_options().local_time_zone));
  ASSIGN_OR_RETURN(running.time_zone, expression::make_time_zone(zone));

  ASSIGN_OR_RETURN(const plan::JobGraph job_graph, transmit(planned));
  RETURN_IF_ERROR(make_parts(job_graph, planned, running));
  return running;
}

/// Each executor makes operators of its own.
Status SqlEngine::make_parts(const plan::JobGraph& job_graph, const sql::PlannedJob& planned, VirtualJob& running) {
  operators::JobServices services;
  services.configuration = planned.settings;
  services.connectors = &connectors_;
  services.standard_output = &output_;
  services.standard_error = &output_;
  services.results = running.results;

  taskexecutor::JobEnvironment environment;
  environment.clock = &clock_;
  environment.memory = memory_.get();
  environment.state_backend = &state_backend_;
  environment.time_zone = running.time_zone;
  environment.seed = kSeed;
  environment.collide_hashes = mode_.collide_hashes;
  if (mode_.batch_rows > 0) environment.batch_limits.rows = mode_.batch_rows;
  RETURN_IF_ERROR(taskexecutor::apply_settings(planned.settings, environment));
  const uint64_t attempt = ++attempts_;
  for (size_t executor = 0; executor < executors_.count(); ++executor) {
    ASSIGN_OR_RETURN(taskexecutor::TaskGraph graph,
                     taskexecutor::translate_job(job_graph, planned.name, operators_, services));
    pass_fed_watermarks(graph);
    const uint32_t slots = slot_count(graph);
    taskexecutor::JobPart part;
    if (executors_.count() > 1) part = executors_.part(executor, attempt, slots);
    ASSIGN_OR_RETURN(running.parts.emplace_back(),
                     taskexecutor::LocalJob::create(std::move(graph), environment, part));
  }
  return {};
}

}  // namespace eddyline::sql_tests
