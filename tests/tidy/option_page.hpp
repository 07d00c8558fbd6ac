#pragma once

#include <span>
#include <string>

#include "common/config/option.hpp"

namespace eddyline::tidy {

/// docs/config.md: a table a group, in the order of declaration.
std::string option_page(std::span<const OptionGroup* const> groups);

}  // namespace eddyline::tidy
