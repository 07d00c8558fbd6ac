#pragma once

#include "common/config/session_configuration.hpp"

namespace eddyline {

/// All option groups that are not a connector's: what SET knows and docs/config.md lists. Immutable.
const OptionCatalog& engine_option_catalog();

}  // namespace eddyline
