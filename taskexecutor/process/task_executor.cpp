#include "taskexecutor/process/task_executor.hpp"

#include <unistd.h>

#include <future>
#include <optional>
#include <utility>

#include "common/base/random.hpp"
#include "common/config/task_executor_options.hpp"
#include "taskexecutor/process/executor_thread.hpp"
#include "taskexecutor/process/job_manager_connection.hpp"
#include "taskexecutor/process/job_runner.hpp"

namespace eddyline::taskexecutor {

namespace {

/// "localhost:43561-a1b2c3": another one each time.
schemas::ExecutorId new_executor_id(const NetworkAddress& address) {
  Random random(seed_from_system());
  const std::string drawn = JobId::draw(random).to_string();
  return schemas::ExecutorId(address.to_string() + "-" + drawn.substr(0, 6));
}

JobManagerLink::Settings link_settings(const TaskExecutorSettings& settings, const schemas::ExecutorId& self,
                                       const NetworkAddress& address, const std::string& build) {
  JobManagerLink::Settings link;
  link.registration = {.address = {self, address.host, address.port},
                       .slots = settings.slots,
                       .memory = settings.memory,
                       .process_id = getpid(),
                       .build = build};
  link.address = settings.job_manager.to_string();
  link.heartbeat_interval = settings.heartbeat_interval;
  link.heartbeat_timeout = settings.heartbeat_timeout;
  link.patience_first = settings.registration_initial_timeout;
  link.patience_max = settings.registration_max_timeout;
  link.registration_timeout = settings.registration_timeout;
  return link;
}

/// What goes back on connections that others made are grants of credit, 24 bytes a channel, and refusals.
constexpr Bytes kUnreadGrantsMax{uint64_t{64} << 20};

NetworkSettings data_settings(const TaskExecutorSettings& settings) {
  NetworkSettings data;
  data.sign_of_life_interval = settings.heartbeat_interval;
  data.silence_max = settings.heartbeat_timeout;
  data.unsent_bytes_max = kUnreadGrantsMax;
  return data;
}

/// The parts in the order in which they need each other; the core decides, the rest does.
class RunningTaskExecutor final : public TaskExecutor, private ExecutorSurroundings {
 public:
  RunningTaskExecutor(const TaskExecutorSettings& settings, Surroundings surroundings, std::unique_ptr<Network> network,
                      std::unique_ptr<DataPlane> data_plane, const NetworkAddress& address)
      : on_failure_(std::move(surroundings.on_failure)),
        on_stuck_(std::move(surroundings.on_stuck)),
        address_(address),
        self_(new_executor_id(address)),
        data_plane_(std::move(data_plane)),
        core_(link_settings(settings, self_, address, surroundings.build), *this, surroundings.log),
        core_thread_("task executor", core_, *surroundings.clock),
        network_(std::move(network)),
        job_manager_(*network_, settings, core_thread_),
        jobs_(std::in_place, deployment(settings, surroundings), core_thread_, *surroundings.clock) {
    surroundings.log.info("Starting TaskManager with ResourceID: " + self_.value() + ", " + std::to_string(settings.slots) +
                          (settings.slots == 1 ? " slot." : " slots."));
  }

  /// Errors   kIoError: the system has no thread left.
  Status start() {
    RETURN_IF_ERROR(jobs_->start());
    core_thread_.post([](TaskExecutorCore& core, Moment now) { core.start(now); });
    return core_thread_.start();
  }

  ~RunningTaskExecutor() override {
    core_thread_.stop();
    jobs_.reset();
    network_.reset();
  }

  void close() override {
    core_thread_.post([](TaskExecutorCore& core, Moment now) { core.shut_down(now); });
    ended_.get_future().wait();
  }
  NetworkAddress data_address() const override { return address_; }
  ExecutorActivity activity() override { return {jobs_->activity(), data_plane_->counters()}; }

 private:
  DeploymentServices deployment(const TaskExecutorSettings& settings, const Surroundings& surroundings) const {
    DeploymentServices services = surroundings.deployment;
    services.build = surroundings.build;
    services.data_plane = data_plane_.get();
    services.self = self_;
    services.own_entries = settings.own_entries;
    return services;
  }

  void connect() override { job_manager_.connect(); }
  void disconnect() override { job_manager_.disconnect(); }
  void send(schemas::ToJobManager message) override { job_manager_.send(message); }
  void make_job(std::shared_ptr<const schemas::DeployJob> deployment) override { jobs_->make(std::move(deployment)); }
  void run_job(schemas::AttemptId attempt) override { jobs_->run(attempt); }
  void stop_job(schemas::AttemptId attempt, const Status& reason) override { jobs_->stop(attempt, reason); }
  void free_job(schemas::AttemptId attempt) override { jobs_->free(attempt); }
  void end_process(const Status& why) override {
    ended_.set_value();
    if (!why.ok()) on_failure_(why);
  }

  void abort_process(const Status& why) override { on_stuck_(why); }

  const std::function<void(const Status&)> on_failure_;
  const std::function<void(const Status&)> on_stuck_;
  std::promise<void> ended_;
  const NetworkAddress address_;
  const schemas::ExecutorId self_;
  /// Ends after the network, which calls it.
  const std::unique_ptr<DataPlane> data_plane_;
  TaskExecutorCore core_;
  ExecutorThread core_thread_;
  std::unique_ptr<Network> network_;
  JobManagerConnection job_manager_;
  /// Ends before the network, which its jobs use.
  std::optional<JobRunner> jobs_;
};

}  // namespace

Result<std::unique_ptr<TaskExecutor>> TaskExecutor::start(const TaskExecutorSettings& settings, Surroundings surroundings,
                                                          std::unique_ptr<Network> network) {
  auto data_plane = std::make_unique<DataPlane>(*network, data_settings(settings));
  const Result<NetworkAddress> bound = data_plane->listen(settings.data_address);
  if (!bound.ok()) {
    // The network calls the data plane until it ends.
    network.reset();
    return bound.status().with_context(task_executor_options().data_port.key());
  }
  const NetworkAddress address{settings.external_host, bound->port};
  auto executor = std::make_unique<RunningTaskExecutor>(settings, std::move(surroundings), std::move(network),
                                                        std::move(data_plane), address);
  RETURN_IF_ERROR(executor->start());
  return executor;
}

}  // namespace eddyline::taskexecutor
