#include "taskexecutor/job/job_translation.hpp"

#include <algorithm>

#include "common/config/execution_options.hpp"
#include "common/config/table_options.hpp"
#include "common/config/task_executor_options.hpp"
#include "common/config/whole_milliseconds.hpp"
#include "expression/time_zone.hpp"
#include "plan/nodes/collect_node.hpp"
#include "taskexecutor/job/job_size.hpp"

namespace eddyline::taskexecutor {
namespace {

/// Shares of the credit, in segments of taskmanager.memory.segment-size.
constexpr uint64_t kOwnSegments = 8;
constexpr uint64_t kRemoteSegments = 128;
constexpr uint64_t kSharedSegments = 32;

/// Rows with nested columns are neither encoded nor decoded.
Status check_sendable(const RowType& row) {
  for (const RowField& field : row) {
    if (field.type.is_nested()) {
      return not_supported("rows between subtasks or to a client with column '" + field.name + "' of type " +
                           field.type.to_short_string());
    }
  }
  return {};
}

Result<TaskVertex> translate_vertex(const plan::JobVertex& vertex, const operators::OperatorRegistry& registry,
                                    const operators::JobServices& services, const RestoredJob* restored) {
  TaskVertex task{.name = vertex.name,
                  .parallelism = vertex.parallelism,
                  .max_parallelism = vertex.max_parallelism,
                  .inputs = vertex.operators.front().node->inputs.size(),
                  .operators = {}};
  for (const plan::JobOperator& op : vertex.operators) {
    if (op.node->type() == plan::CollectNode::kType) RETURN_IF_ERROR(check_sendable(op.node->inputs[0]->output_type));
    const operators::OperatorDeployment deployment{
        .parallelism = vertex.parallelism, .restored = restored == nullptr ? nullptr : restored->states_of(op.uid)};
    auto maker = registry.prepare(op.node, services, deployment);
    if (!maker.ok()) return maker.status().with_context(op.name);
    task.operators.push_back({.name = op.name, .make = *std::move(maker), .uid = op.uid});
  }
  return task;
}

Result<TaskEdge> translate_edge(const plan::JobEdge& edge, const plan::JobGraph& graph) {
  const plan::JobVertex& source = graph.vertices[edge.source.value()];
  const plan::ExecNode& last = *source.operators.back().node;
  RETURN_IF_ERROR(check_sendable(last.output_type).with_context(source.name));
  const plan::JobVertex& target = graph.vertices[edge.target.value()];
  TaskEdge task{.from = edge.source, .to = edge.target, .input = edge.target_input, .exchange = {}, .types = {}, .changelog_mode = {}};
  task.exchange.kind = edge.exchange;
  task.exchange.keys = edge.keys;
  task.exchange.max_parallelism = target.max_parallelism;
  task.types = physical_types(last.output_type);
  task.changelog_mode = last.changelog_mode;
  return task;
}

}  // namespace

Result<TaskGraph> translate_job(const plan::JobGraph& graph, std::string job_name,
                                const operators::OperatorRegistry& registry, const operators::JobServices& services,
                                const RestoredJob* restored) {
  TaskGraph task{.job_name = std::move(job_name), .vertices = {}, .edges = {}};
  for (const plan::JobVertex& vertex : graph.vertices) {
    ASSIGN_OR_RETURN(task.vertices.emplace_back(), translate_vertex(vertex, registry, services, restored));
  }
  for (const plan::JobEdge& edge : graph.edges) {
    ASSIGN_OR_RETURN(task.edges.emplace_back(), translate_edge(edge, graph));
  }
  return task;
}

Status apply_settings(const Configuration& settings, JobEnvironment& environment) {
  ASSIGN_OR_RETURN(const Duration hold_back, settings.get(execution_options().buffer_timeout));
  environment.hold_back_max = cut_to_milliseconds(hold_back);
  ASSIGN_OR_RETURN(const RuntimeMode mode, settings.get(execution_options().runtime_mode));
  environment.streaming = mode != RuntimeMode::kBatch;
  ASSIGN_OR_RETURN(const Bytes segment, settings.get(task_executor_options().segment_size));
  environment.channel_limits.own_bytes = Bytes(kOwnSegments * segment.value());
  environment.channel_limits.remote_bytes = Bytes(kRemoteSegments * segment.value());
  environment.channel_limits.shared_bytes = Bytes(kSharedSegments * segment.value());
  ASSIGN_OR_RETURN(environment.exchange_memory, settings.get(task_executor_options().network_size));
  ASSIGN_OR_RETURN(const std::string zone, settings.get(table_options().local_time_zone));
  ASSIGN_OR_RETURN(environment.time_zone, expression::make_time_zone(zone));
  return {};
}

Result<std::unique_ptr<LocalJob>> make_local_job(const JobSubmission& submission, const ExecutorServices& services,
                                                 const JobPart& part) {
  JobEnvironment environment = services.environment;
  RETURN_IF_ERROR(apply_settings(submission.settings, environment));
  operators::JobServices job{.configuration = submission.settings,
                             .connectors = services.connectors,
                             .standard_output = services.standard_output,
                             .standard_error = services.standard_error,
                             .results = submission.results};
  ASSIGN_OR_RETURN(TaskGraph graph, translate_job(submission.graph, submission.name, *services.operators, job, part.restored.get()));
  RETURN_IF_ERROR(check_job_size(graph, part.placement));
  return LocalJob::create(std::move(graph), environment, part);
}

}  // namespace eddyline::taskexecutor
