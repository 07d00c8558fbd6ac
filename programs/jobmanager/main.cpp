#include "expression/aggregate_function.hpp"
#include "expression/function_registry.hpp"
#include "jobmanager/dispatcher/compiled_plan_reader.hpp"
#include "jobmanager/process/job_manager_process.hpp"
#include "jobmanager/settings/job_manager_settings.hpp"
#include "plan/exec_node_registry.hpp"
#include "programs/build/build_name.hpp"
#include "programs/process/daemon.hpp"

namespace {

using eddyline::Result;
using eddyline::Status;
using eddyline::jobmanager::JobManagerProcess;

/// What the names in submitted plans stand for.
struct PlanNames {
  PlanNames() {
    eddyline::expression::register_scalar_functions(functions);
    eddyline::expression::register_aggregate_functions(aggregate_functions);
    eddyline::plan::register_exec_nodes(nodes);
  }

  eddyline::expression::FunctionRegistry functions;
  eddyline::expression::AggregateFunctionRegistry aggregate_functions;
  eddyline::plan::ExecNodeRegistry nodes;
};

Status run(eddyline::programs::Daemon& daemon) {
  ASSIGN_OR_RETURN(const auto settings, eddyline::jobmanager::job_manager_settings(daemon.configuration()));
  const PlanNames names;
  const eddyline::jobmanager::CompiledPlanReader plans(names.nodes, {names.functions, names.aggregate_functions});
  const JobManagerProcess::Surroundings surroundings{plans, daemon.clock(), daemon.logger("JobManager"),
                                                     EDDYLINE_VERSION,
                                                     std::string(eddyline::programs::build_name())};
  ASSIGN_OR_RETURN(const auto process, JobManagerProcess::start(settings, surroundings));
  daemon.ready();
  return daemon.wait_for_termination();
}

}  // namespace

int main(int argc, char** argv) {
  return eddyline::programs::run_daemon({.program = "eddyline-jobmanager", .version = EDDYLINE_VERSION}, argc, argv,
                                        run);
}
