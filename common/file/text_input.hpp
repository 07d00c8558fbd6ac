#pragma once

#include <string>

#include "common/base/status.hpp"

namespace eddyline {

/// Largest text read as a whole: scripts and configuration are far smaller, and what never ends must not fill the memory.
inline constexpr size_t kMaxTextBytes = size_t{256} << 20;

/// All of a file. Errors   kIo names the path and the reason: missing, not readable, a directory, too large.
Result<std::string> read_text_file(const std::string& path);
/// All that comes from a descriptor until its end; `name` is for messages, such as "standard input".
Result<std::string> read_text(int descriptor, const std::string& name);

}  // namespace eddyline
