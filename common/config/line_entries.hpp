#pragma once

#include <string_view>

#include "common/config/configuration.hpp"

namespace eddyline {

/// What the lines of a configuration file say one by one, for a file that is no YAML as a whole: "key: value", below keys that are
/// indented less. Lines that say nothing of that kind are passed over. Enough to find a cluster that runs; not to start one.
Configuration line_entries(std::string_view text);

}  // namespace eddyline
