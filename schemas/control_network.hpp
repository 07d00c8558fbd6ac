#pragma once

#include "common/config/configuration.hpp"
#include "common/net/network.hpp"

namespace eddyline::schemas {

/// How the ends of a control connection, whoever they are, know and watch each other.
/// Errors   kConfigurationError with keys and values, also when heartbeat.timeout is not longer than heartbeat.interval.
Result<NetworkSettings> control_network_settings(const Configuration& configuration);

/// heartbeat.timeout in what control_network_settings() gave: the network waits an interval longer than those who say heartbeats.
std::chrono::milliseconds heartbeat_timeout(const NetworkSettings& control);

}  // namespace eddyline::schemas
