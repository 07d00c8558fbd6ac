#pragma once

#include <memory>

#include "expression/aggregate_function.hpp"
#include "expression/function_registry.hpp"
#include "plan/exec_node_registry.hpp"
#include "schemas/control_messages.hpp"
#include "taskexecutor/exchange/remote/data_plane.hpp"
#include "taskexecutor/job/job_translation.hpp"

namespace eddyline::taskexecutor {

/// What a process makes its parts of jobs from; everything borrowed outlives them.
struct DeploymentServices {
  ExecutorServices executor;
  const plan::ExecNodeRegistry* exec_nodes = nullptr;
  const expression::FunctionRegistry* functions = nullptr;
  const expression::AggregateFunctionRegistry* aggregate_functions = nullptr;
  DataPlane* data_plane = nullptr;
  /// What this process calls itself.
  schemas::ExecutorId self;
  /// Put over the settings of every job.
  Configuration own_entries;
  /// Of this program.
  std::string build;
};

struct DeployedPart {
  std::unique_ptr<LocalJob> job;
  /// Where the rows of a SELECT come; null if their sink is not here.
  std::shared_ptr<operators::ResultBuffer> rows;
};

/// The part of a job that is deployed to this process: its subtasks, which wait to be driven, and the receiving ends of their
/// channels. Trusts nothing of the deployment.
///
/// Errors   kDataError for a deployment that does not fit itself; those of reading the plan and of make_local_job().
/// Thread   any; takes as long as the job is large.
Result<DeployedPart> make_deployed_part(const schemas::DeployJob& deployment, const DeploymentServices& services);

}  // namespace eddyline::taskexecutor
