#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/config/configuration.hpp"

namespace eddyline::programs {

/// What an action of the command line that asks a cluster, or plans for one, was given.
struct ActionArguments {
  /// list: which jobs; none of them for running and scheduled ones.
  bool running = false;
  bool scheduled = false;
  bool all = false;
  /// info: scripts.
  std::vector<std::string> init_files;
  std::string script_file;
  /// Folder of config.yaml; empty: that of FLINK_CONF_DIR, else none.
  std::string config_dir;
  /// -D key=value, and -m host:port as the keys that say the same.
  Configuration settings;
  bool help = false;
  /// What belongs to no option: a job's id.
  std::vector<std::string> words;
};

/// The arguments behind the action's name.
/// Errors   kConfigurationError that says which is wrong.
Result<ActionArguments> parse_action_arguments(std::string_view action, const std::vector<std::string>& words);

}  // namespace eddyline::programs
