#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace eddyline {

/// Bytes in base 64, padded with '='.
std::string to_base64(std::string_view bytes);

/// The bytes; none for characters outside the alphabet or a single one at the end. Padding may be missing, but not be too long.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace eddyline
