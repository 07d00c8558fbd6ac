#pragma once

#include <string_view>

namespace eddyline::programs {

/// What --help prints.
std::string_view action_usage();

}  // namespace eddyline::programs
