#pragma once

#include <string>
#include <string_view>

#include "common/config/option.hpp"

namespace eddyline {

/// What a user has to hear about a key that no option here has: that Flink has such an option and this engine does not yet, or that
/// nobody has, with the option whose key is nearest if it may have been meant.
std::string unknown_key_warning(std::string_view key, const std::vector<const OptionGroup*>& groups);

}  // namespace eddyline
