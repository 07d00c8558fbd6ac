#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/config/configuration.hpp"

namespace eddyline::programs {

/// What a process is configured with: <config_dir>/config.yaml with `settings` (-D) over it, every value checked.
///
/// Unknown keys are kept. What is not an error but must not stay unsaid is told by engine_option_catalog().warnings().
/// Errors   those of read_configuration_file(); kConfigurationError "Could not parse value 'x' for key 'k'." with what is allowed;
///          kNotSupported for a value that does not work yet. Options that have no effect at all are left to the warnings.
Result<Configuration> load_process_configuration(const std::string& config_dir, const Configuration& settings);

/// The same without a look at the values: enough to stop what runs with a file that is wrong by now.
Result<Configuration> read_process_configuration(const std::string& config_dir, const Configuration& settings);

/// What a process of the same file may have been started with, if the file cannot be read as it is by now: what its lines say one by
/// one, or nothing.
Configuration guess_process_configuration(const std::string& config_dir, const Configuration& settings);

/// The look at the values.
Status check_values(const Configuration& configuration);
/// Only at those that a session may change: what else stands in a file is the business of other processes.
Status check_session_values(const Configuration& configuration);

/// The value of a key as it is written: what is set for it or for an older spelling, else the option's default, else empty.
std::string configured_text(const Configuration& configuration, std::string_view key);

/// What a script asks a program about its configuration.
struct ConfigurationQuestion {
  std::string config_dir;
  /// -D
  Configuration settings;
  std::vector<std::string> keys;
  /// A config.yaml that cannot be read is complained of, and no hindrance.
  bool lenient = false;
};
/// Prints the text of each key and a zero byte behind it.
Status print_configuration(const ConfigurationQuestion& question);

}  // namespace eddyline::programs
