#include "tests/sql/harness/virtual_engine.hpp"

#include <algorithm>

#include "common/config/execution_options.hpp"
#include "common/config/table_options.hpp"
#include "plan/json/plan_json.hpp"
#include "taskexecutor/job/job_translation.hpp"
#include "tests/sql/harness/fed_watermarks.hpp"
#include "tests/sql/harness/virtual_run.hpp"

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

bool VirtualJob::ended() const {
  return std::ranges::all_of(parts, [](const auto& part) { return part->ended(); });
}

Status VirtualJob::result() const {
  for (const auto& part : parts) RETURN_IF_ERROR(part->result());
  return {};
}

VirtualEngine::VirtualEngine(const TestMode& mode)
    : SqlEngine(session_settings(mode.parallelism)),
      mode_(mode),
      memory_(MemoryPool::root("process")),
      networks_(mode.seed),
      executors_(mode.executors, [this] { return networks_.add(); }) {
  operators::register_operators(operators_);
  listen_to_fed_watermarks(operators_);
  plan::register_exec_nodes(exec_nodes_);
}

std::unique_ptr<JobRun> VirtualEngine::begin() {
  return std::make_unique<VirtualRun>(*this);
}

/// The job's graph, of the plan as another process would get it.
Result<plan::JobGraph> VirtualEngine::transmit(const sql::PlannedJob& planned) const {
  const std::string sent = plan::write_plan(planned.plan);
  auto received = plan::read_plan(sent, exec_nodes_, {functions_, aggregate_functions_});
  if (!received.ok()) return received.status().with_context("the plan cannot be read again");
  if (plan::write_plan(*received) != sent) return data_error("the plan that was read differs from the one that was written");
  ASSIGN_OR_RETURN(const plan::JobGraphSettings settings, plan::job_graph_settings(planned.settings));
  return plan::make_job_graph(*received, settings);
}

Result<VirtualJob> VirtualEngine::start(const sql::PlannedJob& planned, bool has_results,
                                        const std::shared_ptr<const taskexecutor::RestoredJob>& restored) {
  VirtualJob running;
  if (has_results) running.results = std::make_shared<operators::ResultBuffer>(kResultBytesMax, memory_->child("rows"));
  ASSIGN_OR_RETURN(const std::string zone, planned.settings.get(table_options().local_time_zone));
  ASSIGN_OR_RETURN(running.time_zone, expression::make_time_zone(zone));

  ASSIGN_OR_RETURN(const plan::JobGraph job_graph, transmit(planned));
  running.checkpoints = std::make_unique<CollectedCheckpoint>(job_graph);
  RETURN_IF_ERROR(make_parts(job_graph, planned, restored, running));
  return running;
}

void VirtualEngine::rescale(sql::PlannedJob& job) const {
  if (mode_.parallelism == 1) return;
  const auto& option = execution_options().default_parallelism;
  const bool scaled = job.settings.get(option).value() != static_cast<int32_t>(mode_.parallelism);
  job.settings.set(option, static_cast<int32_t>(scaled ? mode_.parallelism : mode_.parallelism + 1));
}

/// Each executor makes operators of its own.
Status VirtualEngine::make_parts(const plan::JobGraph& job_graph, const sql::PlannedJob& planned,
                                 const std::shared_ptr<const taskexecutor::RestoredJob>& restored, VirtualJob& running) {
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
                     taskexecutor::translate_job(job_graph, planned.name, operators_, services, restored.get()));
    const uint32_t slots = slot_count(graph);
    taskexecutor::JobPart part;
    if (executors_.count() > 1) part = executors_.part(executor, attempt, slots);
    part.restored = restored;
    part.snapshots = {running.checkpoints.get(), [](const std::function<void()>& work) { work(); }};
    ASSIGN_OR_RETURN(running.parts.emplace_back(),
                     taskexecutor::LocalJob::create(std::move(graph), environment, part));
    running.parts.back()->listen(*running.checkpoints);
  }
  return {};
}

}  // namespace eddyline::sql_tests
