#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sql/logical/logical_node.hpp"

namespace eddyline::sql {

/// ", joinHints=[[[EARLY_FIRE inheritPath:[0] options:{delay=5s}]]]", or nothing without hints.
std::string hints_item(std::string_view item, const std::vector<QueryHint>& hints);

}  // namespace eddyline::sql
