#pragma once

#include <string>

#include "operators/operator_registry.hpp"
#include "plan/job_graph/job_graph.hpp"
#include "taskexecutor/job/job_environment.hpp"
#include "taskexecutor/job/task_graph.hpp"

namespace eddyline::taskexecutor {

/// Makes what task executors run from what the planner made: every exec node becomes the operator registered for it.
///
/// Errors   what preparing an operator says, with the operator named; kNotSupported for a node without operator.
Result<TaskGraph> translate_job(const plan::JobGraph& graph, std::string job_name, const operators::OperatorRegistry& registry,
                                const operators::JobServices& services);

/// Takes what the job's settings say about running it into the environment.
/// Errors   kConfigurationError.
Status apply_settings(const Configuration& configuration, JobEnvironment& environment);

}  // namespace eddyline::taskexecutor
