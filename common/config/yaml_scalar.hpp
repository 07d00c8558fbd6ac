#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eddyline::internal {

/// What a plain scalar of YAML 1.2's core schema means, as text: booleans in lower case, integers in decimal without plus sign and
/// leading zeros (also those written 0x1f or 0o17), everything else as it stands. Null is the caller's.
std::string plain_scalar_text(std::string_view scalar);

/// An item of a list or map in flow form, in quotes where it would read as something else.
std::string flow_item(std::string_view text);
/// "[a, 'b, c']"
std::string flow_list(const std::vector<std::string>& items);

}  // namespace eddyline::internal
