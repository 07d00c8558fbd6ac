#pragma once

#include <string>
#include <vector>

namespace eddyline::programs {

/// `eddyline local` with the words behind it. Returns the exit code.
int run_local_action(const std::vector<std::string>& words);

}  // namespace eddyline::programs
