#include "programs/process/daemon.hpp"
#include "programs/taskexecutor/job_services.hpp"
#include "taskexecutor/process/task_executor.hpp"

namespace {

using eddyline::Status;
using eddyline::programs::Daemon;
using eddyline::programs::JobServices;

Status run(Daemon& daemon) {
  using namespace eddyline::taskexecutor;
  ASSIGN_OR_RETURN(const TaskExecutorSettings settings, task_executor_settings(daemon.configuration()));
  eddyline::SystemClock clock;
  JobServices services(settings.memory, clock);
  ASSIGN_OR_RETURN(auto network, eddyline::Network::start());
  const TaskExecutor::Surroundings surroundings{.deployment = services.deployment(),
                                                .clock = &clock,
                                                .log = daemon.logger("TaskExecutor"),
                                                .on_failure = [&](const Status& why) { daemon.terminate(why); }};
  ASSIGN_OR_RETURN(const auto executor, TaskExecutor::start(settings, surroundings, std::move(network)));
  daemon.ready();
  const Status ended = daemon.wait_for_termination();
  services.give_up_output();
  executor->close();
  return ended;
}

}  // namespace

int main(int argc, char** argv) {
  return eddyline::programs::run_daemon({.program = "eddyline-taskexecutor", .version = EDDYLINE_VERSION}, argc, argv, run);
}
