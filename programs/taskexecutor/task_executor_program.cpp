#include "programs/taskexecutor/task_executor_program.hpp"

#include "programs/process/daemon.hpp"

namespace eddyline::programs {
namespace {

using namespace taskexecutor;

Status wait_for_termination(Daemon& daemon, TaskExecutor& executor, TaskExecutorExtension* extension) {
  if (extension != nullptr) RETURN_IF_ERROR(extension->begin(executor));
  daemon.ready();
  return daemon.wait_for_termination();
}

Status run(Daemon& daemon, TaskExecutorExtension* extension) {
  ASSIGN_OR_RETURN(const TaskExecutorSettings settings, task_executor_settings(daemon.configuration()));
  SystemClock clock;
  JobServices services(settings.memory, clock);
  if (extension != nullptr) extension->extend(services);
  ASSIGN_OR_RETURN(auto network, Network::start());
  const TaskExecutor::Surroundings surroundings{.deployment = services.deployment(),
                                                .clock = &clock,
                                                .log = daemon.logger("TaskExecutor"),
                                                .on_failure = [&](const Status& why) { daemon.terminate(why); }};
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
