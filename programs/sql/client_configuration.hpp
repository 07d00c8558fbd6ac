#pragma once

#include <string>

#include "common/config/configuration.hpp"

namespace eddyline::programs {

/// What a client's session starts with: what Flink's client sets for a cluster, config.yaml over it, `settings` (-D) over that; every
/// value checked that a session may change, and each of `settings`. `config_dir`: empty for that of FLINK_CONF_DIR; without both there is no file.
/// Errors   those of load_process_configuration().
Result<Configuration> client_configuration(const std::string& config_dir, const Configuration& settings);

/// $HOME/.flink-sql-history unless a file is named.
std::string history_path(const std::string& named);

}  // namespace eddyline::programs
