#include "schemas/control_network.hpp"

#include "common/config/cluster_options.hpp"
#include "common/config/whole_milliseconds.hpp"
#include "schemas/control_codec.hpp"

namespace eddyline::schemas {
namespace {

std::string text_of(const Option<Duration>& option, Duration value) {
  return option.key() + " (" + OptionValue<Duration>::format(value) + ")";
}

}  // namespace

Result<NetworkSettings> control_network_settings(const Configuration& configuration) {
  const ClusterOptions& options = cluster_options();
  ASSIGN_OR_RETURN(const Duration interval, configuration.get(options.heartbeat_interval));
  ASSIGN_OR_RETURN(const Duration timeout, configuration.get(options.heartbeat_timeout));
  if (timeout <= interval) {
    return configuration_error(text_of(options.heartbeat_timeout, timeout) + " must be longer than " +
                               text_of(options.heartbeat_interval, interval) + ".");
  }
  NetworkSettings settings;
  settings.sign_of_life_interval = rounded_up_to_milliseconds(interval);
  // Where there are heartbeats they judge first, and say so: a silent peer has one cause.
  settings.silence_max = rounded_up_to_milliseconds(timeout) + settings.sign_of_life_interval;
  settings.message_bytes_max = kControlMessageBytesMax;
  settings.unsent_bytes_max = kControlUnsentBytesMax;
  settings.protocol = kControlProtocol;
  settings.version = kControlVersion;
  return settings;
}

std::chrono::milliseconds heartbeat_timeout(const NetworkSettings& control) {
  return control.silence_max - control.sign_of_life_interval;
}

}  // namespace eddyline::schemas
