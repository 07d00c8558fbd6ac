#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace eddyline::sql {

/// Columns a text takes on a terminal: East-Asian wide characters two, combining marks none, line breaks one.
size_t display_width(std::string_view text);

/// The text, or its start and "..." where it is wider than `width` (at least 3).
std::string fit_to_width(std::string_view text, size_t width);

}  // namespace eddyline::sql
