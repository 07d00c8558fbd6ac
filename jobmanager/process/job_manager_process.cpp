#include "jobmanager/process/job_manager_process.hpp"

#include "common/base/random.hpp"
#include "jobmanager/core/job_manager_core.hpp"
#include "jobmanager/process/control_endpoint.hpp"
#include "jobmanager/process/core_thread.hpp"
#include "jobmanager/rest/http_server.hpp"
#include "jobmanager/rest/rest_api.hpp"

namespace eddyline::jobmanager {
namespace {

/// Of messages that wait for the core; more than one of the largest that a peer may send.
constexpr Bytes kQueuedBytesMax{uint64_t{1} << 30};

RestApi::Settings rest_settings(const RestSettings& settings, const std::string& version) {
  return {.version = version, .refresh_interval = settings.refresh_interval, .cancel_enabled = settings.cancel_enabled};
}

/// Which option a failure to listen is about: an unknown host or a port in use.
const std::string& key_at_fault(const ControlSettings& settings, const Status& why) {
  return why.code() == ErrorCode::kConfigurationError ? settings.host_key : settings.port_key;
}

class RunningJobManager final : public JobManagerProcess {
 public:
  RunningJobManager(std::unique_ptr<Network> network, const JobManagerSettings& settings,
                    const Surroundings& surroundings)
      : log_(surroundings.log),
        events_(kQueuedBytesMax),
        handler_(events_),
        network_(std::move(network)),
        outbox_(*network_),
        core_(settings.core, surroundings.plans, outbox_, Random(seed_from_system()), surroundings.log),
        thread_(core_, events_, surroundings.clock),
        api_(thread_, surroundings.clock, rest_settings(settings.rest, surroundings.version)) {
    handler_.set_network(*network_);
  }

  Status listen(const JobManagerSettings& settings) {
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
  EventQueue events_;
  ControlHandler handler_;
  std::unique_ptr<Network> network_;
  NetworkOutbox outbox_;
  JobManagerCore core_;
  CoreThread thread_;
  RestApi api_;
  NetworkAddress control_address_;
  /// Goes first: nobody asks a core that is gone.
  std::unique_ptr<HttpServer> rest_;
};

}  // namespace

Result<std::unique_ptr<JobManagerProcess>> JobManagerProcess::start(const JobManagerSettings& settings,
                                                                    const Surroundings& surroundings) {
  ASSIGN_OR_RETURN(std::unique_ptr<Network> network, Network::start());
  auto process = std::make_unique<RunningJobManager>(std::move(network), settings, surroundings);
  RETURN_IF_ERROR(process->listen(settings));
  return process;
}

}  // namespace eddyline::jobmanager
