#include "programs/taskexecutor/task_executor_program.hpp"

#include <cstdlib>

#include "common/config/cluster_options.hpp"
#include "common/config/task_executor_options.hpp"
#include "common/net/host_lookup.hpp"
#include "programs/build/build_name.hpp"
#include "programs/process/daemon.hpp"

namespace eddyline::programs {
namespace {

using namespace taskexecutor;

/// A name that nobody knows is a mistake that trying again does not mend; and whoever cannot be reached under the name that
/// it gives itself fails the jobs of others.
Status check_host(const OptionBase& option, const std::string& host) {
  return look_up_host(host).status().with_context(option.key());
}

Status wait_for_termination(Daemon& daemon, TaskExecutor& executor, TaskExecutorExtension* extension) {
  if (extension != nullptr) RETURN_IF_ERROR(extension->begin(executor));
  daemon.ready();
  return daemon.wait_for_termination();
}

Status run(Daemon& daemon, TaskExecutorExtension* extension) {
  ASSIGN_OR_RETURN(const TaskExecutorSettings settings, task_executor_settings(daemon.configuration()));
  RETURN_IF_ERROR(check_host(cluster_options().job_manager_address, settings.job_manager.host));
  RETURN_IF_ERROR(check_host(task_executor_options().external_host, settings.external_host));
  SystemClock clock;
  JobServices services(settings.memory, clock);
  if (extension != nullptr) extension->extend(services);
  ASSIGN_OR_RETURN(auto network, Network::start());
  const TaskExecutor::Surroundings surroundings{.deployment = services.deployment(),
                                                .clock = &clock,
                                                .log = daemon.logger("TaskExecutor"),
                                                .build = std::string(build_name()),
                                                .on_failure = [&](const Status& why) { daemon.terminate(why); },
                                                // The core has logged it; nothing here can be freed in order.
                                                .on_stuck = [](const Status&) { std::_Exit(EXIT_FAILURE); }};
  ASSIGN_OR_RETURN(const auto executor, TaskExecutor::start(settings, surroundings, std::move(network)));
  const Status ended = wait_for_termination(daemon, *executor, extension);
  services.give_up_output();
  executor->close();
  if (extension != nullptr) extension->end();
  return ended;
}

}  // namespace

int run_task_executor(int argc, char** argv, TaskExecutorExtension* extension) {
  return run_daemon({.program = "eddyline-taskexecutor", .version = EDDYLINE_VERSION}, argc, argv,
                    [extension](Daemon& daemon) { return run(daemon, extension); });
}

}  // namespace eddyline::programs
