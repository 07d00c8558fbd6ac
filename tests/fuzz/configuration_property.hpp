#pragma once

#include <string>
#include <string_view>

#include "common/config/configuration_file.hpp"

namespace eddyline::tests {

/// A text in double quotes that YAML reads back as itself.
inline std::string double_quoted(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f && c != '"' && c != '\\') {
      quoted += c;
    } else {
      quoted += "\\x";
      quoted += kDigits[byte >> 4];
      quoted += kDigits[byte & 15];
    }
  }
  return quoted + "\"";
}

/// What must hold of the reader of config.yaml for any bytes: nothing crashes, errors begin as Flink's do, and entries written one by
/// one are read back as they are. Returns what is broken, empty if nothing.
inline std::string broken_configuration_property(std::string_view input) {
  const auto first = parse_configuration(input, "file 'x'");
  if (!first.ok()) {
    const std::string& message = first.status().message();
    return message.starts_with("Error parsing YAML configuration. Reading file 'x': ") ? ""
                                                                                       : "an odd error: " + message;
  }
  std::string text;
  // Keys are marked as such: others may not be longer than 1024 characters, which escapes can make them.
  for (const auto& [key, value] : first->entries()) text += "? " + double_quoted(key) + "\n: " + double_quoted(value) + "\n";
  const auto second = parse_configuration(text, "file 'y'");
  // Quotes and escapes make it longer than what was read.
  if (!second.ok()) return text.size() > kMaxConfigurationBytes ? "" : second.status().message() + "\n" + text;
  return first->entries() == second->entries() ? "" : "read back other entries from:\n" + text;
}

}  // namespace eddyline::tests
