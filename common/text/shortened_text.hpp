#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace eddyline {

/// The text where it has at most `bytes_max` bytes; else its front of so many and "... (N bytes)", N being all of them. No character of
/// UTF-8 is cut: the front is up to three bytes shorter then.
std::string shortened_text(std::string_view text, size_t bytes_max);

/// What a message repeats of a text that somebody wrote: 60 bytes at most and "...", cut between characters.
std::string excerpt(std::string_view text);

}  // namespace eddyline
