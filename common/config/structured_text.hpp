#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.hpp"

namespace eddyline::internal {

// Lists and maps written inside one configuration value. An item may stand in single or double quotes, which are doubled
// inside to mean themselves; blanks around an item do not count.

/// "a;'b;c'" or "[a, 'b, c']"; an empty text is an empty list.
Result<std::vector<std::string>> parse_list(std::string_view text);
/// "k:v,k2:'v:2'" or "{k: v, k2: v:2}"; a later key wins.
Result<std::map<std::string, std::string>> parse_map(std::string_view text);

std::string format_list(const std::vector<std::string>& items);
std::string format_map(const std::map<std::string, std::string>& entries);

}  // namespace eddyline::internal
