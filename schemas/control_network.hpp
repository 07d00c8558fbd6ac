#pragma once

#include "common/config/configuration.hpp"
#include "common/net/network.hpp"

namespace eddyline::schemas {

/// How the ends of a control connection, whoever they are, know and watch each other.
/// Errors   kConfigurationError with keys and values, also when heartbeat.timeout is not longer than heartbeat.interval.
Result<NetworkSettings> control_network_settings(const Configuration& configuration);

}  // namespace eddyline::schemas
