#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "common/base/status.hpp"

namespace eddyline::expression {

/// The longest text or byte string that one call makes out of shorter ones, so that a row cannot take all the memory of the process.
inline constexpr size_t kMadeTextBytesMax = size_t{256} << 20;

inline Status made_text_too_long(std::string_view function) {
  return data_error(std::string(function) + " would make a value longer than the limit of " + std::to_string(kMadeTextBytesMax) +
                    " bytes");
}

/// Appends a part; false, with nothing appended, if the text would grow too long.
inline bool append_within_limit(std::string& text, std::string_view part) {
  if (part.size() > kMadeTextBytesMax || text.size() > kMadeTextBytesMax - part.size()) return false;
  text += part;
  return true;
}

}  // namespace eddyline::expression
