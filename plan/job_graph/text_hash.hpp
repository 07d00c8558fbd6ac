#pragma once

#include <string>
#include <string_view>

namespace eddyline::plan {

/// 32 hex digits, the same on every machine and in every version.
std::string text_hash(std::string_view text);

}  // namespace eddyline::plan
