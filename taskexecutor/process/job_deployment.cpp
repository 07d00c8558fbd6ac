#include "taskexecutor/process/job_deployment.hpp"

#include <algorithm>
#include <utility>

#include "operators/sink/result_buffer.hpp"
#include "plan/job_graph/job_graph_digest.hpp"
#include "plan/json/plan_json.hpp"
#include "plan/json/plan_vocabulary.hpp"
#include "plan/nodes/collect_node.hpp"

namespace eddyline::taskexecutor {

namespace {

/// Of the rows of a SELECT that wait for their client.
constexpr Bytes kResultBytesMax{uint64_t{2} << 20};

Result<JobPlacement> placement_of(const schemas::DeployJob& deployment, const schemas::ExecutorId& self) {
  JobPlacement placement{.attempt = deployment.attempt.value(), .executors = {}, .self = 0, .executor_of_slot = {}};
  std::optional<uint32_t> own;
  for (const schemas::ExecutorAddress& executor : deployment.executors) {
    if (executor.executor == self) own = static_cast<uint32_t>(placement.executors.size());
    placement.executors.push_back({executor.host, executor.data_port});
  }
  if (!own) return data_error("The deployment of job " + deployment.name + " does not name task executor " + self.value() + ".");
  placement.self = *own;
  placement.executor_of_slot = deployment.executor_of_slot;
  return placement;
}

Configuration effective_settings(const schemas::DeployJob& deployment, const Configuration& own_entries) {
  Configuration settings;
  for (const auto& [key, value] : deployment.settings.entries()) {
    if (!key.starts_with("taskmanager.")) settings.set(key, value);
  }
  settings.merge(own_entries);
  return settings;
}

Result<plan::JobGraph> job_graph_of(const std::string& plan_text, const Configuration& settings,
                                    const DeploymentServices& services) {
  ASSIGN_OR_RETURN(const plan::ExecGraph plan,
                   plan::read_plan(plan_text, *services.exec_nodes, {*services.functions, *services.aggregate_functions}));
  ASSIGN_OR_RETURN(const plan::JobGraphSettings shape, plan::job_graph_settings(settings));
  return plan::make_job_graph(plan, shape);
}

/// Two processes that number channels or chain operators differently send rows to the wrong subtasks, without any failure.
Status check_same_graph(const schemas::DeployJob& deployment, const plan::JobGraph& graph, const std::string& build) {
  if (plan::job_graph_digest(graph) == deployment.graph_digest) return {};
  return Status(ErrorCode::kNotSupported, "The job manager (build " + deployment.build + ") and this task executor (build " + build +
                                              ") have made different job graphs of the plan: all processes of a cluster "
                                              "must be of one build.");
}

/// Slots of which a job has subtasks.
size_t slots_of(const plan::JobGraph& graph) {
  uint32_t slots = 0;
  for (const plan::JobVertex& vertex : graph.vertices) slots = std::max(slots, vertex.parallelism.value());
  return slots;
}

bool collects(const plan::JobGraph& graph) {
  return std::ranges::any_of(graph.vertices, [](const plan::JobVertex& vertex) {
    return vertex.operators.back().node->type() == plan::CollectNode::kType;
  });
}

}  // namespace

Result<DeployedPart> make_deployed_part(const schemas::DeployJob& deployment, const DeploymentServices& services) {
  ASSIGN_OR_RETURN(JobPlacement placement, placement_of(deployment, services.self));
  JobSubmission submission;
  submission.name = deployment.name;
  submission.settings = effective_settings(deployment, services.own_entries);
  ASSIGN_OR_RETURN(submission.graph, job_graph_of(deployment.plan, submission.settings, services));
  RETURN_IF_ERROR(check_same_graph(deployment, submission.graph, services.build));
  if (placement.executor_of_slot.size() != slots_of(submission.graph)) {
    return data_error("Job " + deployment.name + " needs " + std::to_string(slots_of(submission.graph)) +
                      " slots, its deployment has " + std::to_string(placement.executor_of_slot.size()) + ".");
  }
  // Operators are made alike everywhere, so every executor has a buffer; rows come to that of the first subtask.
  const bool has_rows = collects(submission.graph);
  if (has_rows) {
    MemoryPool& process = *services.executor.environment.memory;
    submission.results = std::make_shared<operators::ResultBuffer>(
        kResultBytesMax, process.child("rows of " + submission.name, Bytes(MemoryPool::kUnlimited), MemoryOwner::draw()));
  }
  DeployedPart part;
  if (has_rows && placement.is_local(SubtaskIndex(0))) part.rows = submission.results;
  ASSIGN_OR_RETURN(part.job, make_local_job(submission, services.executor, {std::move(placement), services.data_plane}));
  return part;
}

}  // namespace eddyline::taskexecutor
