#pragma once

#include <string>
#include <vector>

#include "common/config/configuration.hpp"

namespace eddyline::programs {

/// What the start scripts tell a process of the cluster.
struct DaemonArguments {
  /// Where config.yaml lies.
  std::string config_dir;
  /// -D key=value, over the file.
  Configuration settings;
  /// Empty: the log goes to standard error, as in the foreground.
  std::string log_file;
  /// Where the process says that it is ready or why it is not (ready_notice.hpp); -1: nobody waits.
  int ready_descriptor = -1;
  /// Keys whose values are to be printed in place of running.
  std::vector<std::string> print_keys;
  /// For that, a config.yaml that cannot be read is no hindrance: what its lines say one by one counts.
  bool lenient = false;
  /// Answered in place of running.
  bool help = false;
  bool version = false;
};

/// Reads --config-dir DIR, -D key=value (repeated), --log-file FILE, --ready-fd N, --print-config KEY..., --lenient, --help, --version.
/// Errors   kConfigurationError that says which argument is wrong.
Result<DaemonArguments> parse_daemon_arguments(const std::vector<std::string>& words);

/// The text that --help prints, for a program of this name.
std::string daemon_usage(std::string_view program);

/// Puts "key=value", as given with -D, into a configuration; a later one wins.
/// Errors   kConfigurationError without '=' or without a key.
Status add_setting(std::string_view text, Configuration& settings);

}  // namespace eddyline::programs
