#pragma once

#include <string_view>

namespace eddyline::sql {

/// True if a name matches a pattern of SHOW ... LIKE: '%' any run of characters, '_' one; a backslash makes the next character
/// an ordinary one.
bool matches_like(std::string_view text, std::string_view pattern, bool case_insensitive);

}  // namespace eddyline::sql
