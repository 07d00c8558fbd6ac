#pragma once

#include <map>
#include <string>
#include <vector>

namespace eddyline::programs {

/// What `eddyline local` was asked for.
struct LocalArguments {
  std::vector<std::string> init_files;
  /// Empty: statements come from standard input.
  std::string script_file;
  /// -D key=value
  std::map<std::string, std::string> settings;
};

/// Runs scripts in this process: rows of print sinks and results of SELECT go to standard output, everything else to standard
/// error. Ends when the script and all its jobs have ended, or on SIGINT or SIGTERM. Returns the exit code: 0, 1 when a
/// statement or job failed, 130 or 143 after a signal.
int run_local(const LocalArguments& arguments);

}  // namespace eddyline::programs
