#pragma once

#include <string>
#include <string_view>

namespace eddyline {

/// The text between two marks, marks inside doubled.
inline std::string quoted(std::string_view text, char mark) {
  std::string result(1, mark);
  for (const char c : text) {
    if (c == mark) result += c;
    result += c;
  }
  return result + mark;
}

/// `` `a` ``: a name as SQL writes it.
inline std::string quote_identifier(std::string_view name) {
  return quoted(name, '`');
}

/// `'a'`: a text as SQL writes it.
inline std::string quote_string(std::string_view text) {
  return quoted(text, '\'');
}

}  // namespace eddyline
