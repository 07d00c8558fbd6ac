#pragma once

#include <string_view>

namespace eddyline::programs {

/// Of this build: its version and what its sources are, "0.1.0 (5f3a9c01d2e4)". Two processes with the same name make the same of
/// a plan.
std::string_view build_name();

}  // namespace eddyline::programs
