#include "jobmanager/process/job_manager_process.hpp"

#include "common/base/random.hpp"
#include "jobmanager/core/job_manager_core.hpp"
#include "jobmanager/process/control_endpoint.hpp"
#include "jobmanager/process/job_manager_thread.hpp"
#include "jobmanager/process/plan_worker.hpp"
#include "jobmanager/rest/http_server.hpp"
#include "jobmanager/rest/rest_api.hpp"
#include "schemas/control_codec.hpp"

namespace eddyline::jobmanager {
namespace {

/// Of messages that wait for the core: a peer may have more than one of the largest, and one peer is not all of them.
constexpr PeerInboxes::Limits kWaitingMax{.peer = Bytes(2 * schemas::kControlMessageBytesMax.value()),
                                          .total = Bytes(8 * schemas::kControlMessageBytesMax.value())};

RestApi::Settings rest_settings(const RestSettings& settings, const std::string& version) {
  return {.version = version, .refresh_interval = settings.refresh_interval, .cancel_enabled = settings.cancel_enabled};
}

CoreSettings core_settings(CoreSettings settings, const std::string& build) {
  settings.build = build;
  return settings;
}

/// Which option a failure to listen is about: an unknown host or a port in use.
const std::string& key_at_fault(const ControlSettings& settings, const Status& why) {
  return why.code() == ErrorCode::kConfigurationError ? settings.host_key : settings.port_key;
}

/// The parts in the order in which they need each other; the core decides, the rest does.
class RunningJobManager final : public JobManagerProcess {
 public:
  RunningJobManager(std::unique_ptr<Network> network, const JobManagerSettings& settings,
                    const Surroundings& surroundings)
      : log_(surroundings.log),
        handler_(kWaitingMax, thread_),
        network_(std::move(network)),
        outbox_(*network_, handler_),
        plans_(surroundings.plans, thread_, surroundings.clock),
        core_(core_settings(settings.core, surroundings.build), plans_, outbox_, Random(seed_from_system()), surroundings.log),
        thread_(core_, surroundings.clock),
        api_(thread_, surroundings.clock, rest_settings(settings.rest, surroundings.version)) {
    handler_.set_network(*network_);
  }

  ~RunningJobManager() override {
    // Nobody asks a core that is gone, and what it says at last still goes out.
    rest_.reset();
    thread_.shut_down();
    plans_.stop();
    network_.reset();
  }

  Status start(const JobManagerSettings& settings) {
    RETURN_IF_ERROR(thread_.start());
    RETURN_IF_ERROR(plans_.start());
    const NetworkAddress wanted{settings.control.bind_host, settings.control.bind_port};
    Result<NetworkAddress> control = network_->listen(wanted, settings.control.network, handler_);
    if (!control.ok()) return control.status().with_context(key_at_fault(settings.control, control.status()));
    control_address_ = *std::move(control);
    log_.named("JobManager").info("Listening for task executors and clients at " + control_address_.to_string());
    ASSIGN_OR_RETURN(rest_, HttpServer::start(settings.rest, api_, log_));
    return {};
  }

  NetworkAddress control_address() const override { return control_address_; }
  NetworkAddress rest_address() const override { return rest_->address(); }

 private:
  Logger log_;
  ControlHandler handler_;
  std::unique_ptr<Network> network_;
  NetworkOutbox outbox_;
  PlanWorker plans_;
  JobManagerCore core_;
  JobManagerThread thread_;
  RestApi api_;
  NetworkAddress control_address_;
  std::unique_ptr<HttpServer> rest_;
};

}  // namespace

Result<std::unique_ptr<JobManagerProcess>> JobManagerProcess::start(const JobManagerSettings& settings,
                                                                    const Surroundings& surroundings) {
  ASSIGN_OR_RETURN(std::unique_ptr<Network> network, Network::start());
  auto process = std::make_unique<RunningJobManager>(std::move(network), settings, surroundings);
  RETURN_IF_ERROR(process->start(settings));
  return process;
}

}  // namespace eddyline::jobmanager
