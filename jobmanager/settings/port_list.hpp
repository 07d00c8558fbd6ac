#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "common/base/status.hpp"

namespace eddyline::jobmanager {

/// The ports of "8081", "8080-8090" or "50100,8080-8090", in order.
/// Errors   kConfigurationError that says what is allowed, without the key.
Result<std::vector<uint16_t>> parse_ports(std::string_view text);

}  // namespace eddyline::jobmanager
