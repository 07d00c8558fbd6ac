#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/config/configuration.hpp"

namespace eddyline::programs {

/// What eddyline-sql was asked for.
struct ClientArguments {
  /// Run first, silently.
  std::vector<std::string> init_files;
  /// Empty: statements come from standard input.
  std::string script_file;
  /// Empty: .flink-sql-history in the user's home.
  std::string history_file;
  /// Folder of config.yaml; empty: none.
  std::string config_dir;
  /// Empty: no log.
  std::string log_file;
  /// -D key=value
  Configuration settings;
  /// Keys whose values are to be printed in place of running, for the script that starts the client.
  std::vector<std::string> print_keys;
  bool help = false;
  bool version = false;
};

/// Reads `[embedded] [options]` as Flink's client does, also long options behind one dash (-hist). A first word that is no mode asks for
/// help.
/// Errors   kConfigurationError that says which argument is wrong; kNotSupported for what Flink's client has and this one has not.
Result<ClientArguments> parse_client_arguments(std::vector<std::string> words);

std::string_view client_usage();

}  // namespace eddyline::programs
