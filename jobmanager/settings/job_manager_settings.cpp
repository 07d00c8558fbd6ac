#include "jobmanager/settings/job_manager_settings.hpp"

#include "common/config/cluster_options.hpp"
#include "common/config/job_manager_options.hpp"
#include "common/config/whole_milliseconds.hpp"
#include "schemas/control_network.hpp"

namespace eddyline::jobmanager {
namespace {

Result<CoreSettings> core_settings(const Configuration& configuration, const NetworkSettings& network) {
  CoreSettings settings;
  settings.heartbeat_interval = network.sign_of_life_interval;
  settings.heartbeat_timeout = schemas::heartbeat_timeout(network);
  ASSIGN_OR_RETURN(const Duration slots, configuration.get(job_manager_options().slot_request_timeout));
  settings.slot_request_timeout = rounded_up_to_milliseconds(slots);
  ASSIGN_OR_RETURN(const int32_t jobs, configuration.get(job_manager_options().ended_jobs_max));
  settings.ended_jobs_max = static_cast<size_t>(jobs);
  ASSIGN_OR_RETURN(const int64_t seconds, configuration.get(job_manager_options().ended_jobs_seconds));
  settings.ended_jobs_kept = std::chrono::seconds(seconds);
  return settings;
}

Result<ControlSettings> control_settings(const Configuration& configuration) {
  const JobManagerOptions& options = job_manager_options();
  ControlSettings settings;
  ASSIGN_OR_RETURN(settings.network, schemas::control_network_settings(configuration));
  ASSIGN_OR_RETURN(settings.bind_host, configuration.get(options.bind_host));
  settings.host_key = options.bind_host.key();
  ASSIGN_OR_RETURN(const auto own_port, configuration.find(options.bind_port));
  ASSIGN_OR_RETURN(const int32_t port, configuration.get(cluster_options().job_manager_port));
  settings.bind_port = static_cast<uint16_t>(own_port.value_or(port));
  settings.port_key = own_port ? options.bind_port.key() : cluster_options().job_manager_port.key();
  return settings;
}

Status read_rest_ports(const Configuration& configuration, RestSettings& settings) {
  const RestOptions& options = rest_options();
  ASSIGN_OR_RETURN(const auto list, configuration.find(options.bind_port));
  ASSIGN_OR_RETURN(const int32_t port, configuration.get(options.port));
  settings.port_key = list ? options.bind_port.key() : options.port.key();
  settings.ports = list.value_or(PortRanges::only(static_cast<uint16_t>(port)));
  return {};
}

Result<RestSettings> rest_settings(const Configuration& configuration) {
  const RestOptions& options = rest_options();
  RestSettings settings;
  RETURN_IF_ERROR(read_rest_ports(configuration, settings));
  ASSIGN_OR_RETURN(const auto bind_address, configuration.find(options.bind_address));
  ASSIGN_OR_RETURN(const auto address, configuration.find(options.address));
  ASSIGN_OR_RETURN(const std::string manager, configuration.get(cluster_options().job_manager_address));
  settings.bind_host = bind_address.value_or(address.value_or("localhost"));
  settings.host_key = bind_address ? options.bind_address.key() : options.address.key();
  settings.host = address.value_or(manager);
  ASSIGN_OR_RETURN(const int32_t threads, configuration.get(options.threads));
  settings.threads = static_cast<size_t>(threads);
  ASSIGN_OR_RETURN(settings.content_bytes_max, configuration.get(options.content_bytes_max));
  ASSIGN_OR_RETURN(settings.cancel_enabled, configuration.get(options.cancel_enabled));
  ASSIGN_OR_RETURN(const Duration refresh, configuration.get(options.refresh_interval));
  settings.refresh_interval = rounded_up_to_milliseconds(refresh);
  return settings;
}

}  // namespace

Result<JobManagerSettings> job_manager_settings(const Configuration& configuration) {
  JobManagerSettings settings;
  ASSIGN_OR_RETURN(settings.control, control_settings(configuration));
  ASSIGN_OR_RETURN(settings.core, core_settings(configuration, settings.control.network));
  ASSIGN_OR_RETURN(settings.rest, rest_settings(configuration));
  return settings;
}

Result<JobTimeouts> job_timeouts(const Configuration& settings) {
  JobTimeouts timeouts;
  ASSIGN_OR_RETURN(const Duration client, settings.get(cluster_options().client_timeout));
  timeouts.client = rounded_up_to_milliseconds(client);
  ASSIGN_OR_RETURN(const Duration cancellation, settings.get(cluster_options().cancellation_timeout));
  timeouts.cancellation = rounded_up_to_milliseconds(cancellation);
  return timeouts;
}

}  // namespace eddyline::jobmanager
