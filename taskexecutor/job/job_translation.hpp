#pragma once

#include <memory>
#include <string>

#include "operators/operator_registry.hpp"
#include "plan/job_graph/job_graph.hpp"
#include "taskexecutor/job/job_environment.hpp"
#include "taskexecutor/job/local_job.hpp"
#include "taskexecutor/job/task_graph.hpp"
#include "taskexecutor/snapshot/restored_job.hpp"

namespace eddyline::taskexecutor {

/// A job as a client hands it in.
struct JobSubmission {
  std::string name;
  plan::JobGraph graph;
  /// The settings it was planned under.
  Configuration settings;
  /// Where the rows of a SELECT go; null for an INSERT.
  std::shared_ptr<operators::ResultBuffer> results;
};

/// What a process has for all its jobs; everything borrowed outlives them.
struct ExecutorServices {
  /// What jobs have in common; each adds what its settings say.
  JobEnvironment environment;
  const operators::OperatorRegistry* operators = nullptr;
  const connectors::ConnectorRegistry* connectors = nullptr;
  TextOutput* standard_output = nullptr;
  TextOutput* standard_error = nullptr;
};

/// Makes what task executors run from what the planner made: every exec node becomes the operator registered for it. `restored`: what the
/// operators begin with; null for a fresh start.
///
/// Errors   what preparing an operator says, with the operator named; kNotSupported for a node without operator.
Result<TaskGraph> translate_job(const plan::JobGraph& graph, std::string job_name,
                                const operators::OperatorRegistry& registry, const operators::JobServices& services,
                                const RestoredJob* restored = nullptr);

/// Takes what a job's settings say about running it into the environment: time zone, credit, how long rows may be held
/// back. Errors   kConfigurationError.
Status apply_settings(const Configuration& settings, JobEnvironment& environment);

/// The submitted job's subtasks that run in this process, ready for a driver.
Result<std::unique_ptr<LocalJob>> make_local_job(const JobSubmission& submission, const ExecutorServices& services,
                                                 const JobPart& part = {});

}  // namespace eddyline::taskexecutor
