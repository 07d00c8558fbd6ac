#include "common/config/line_entries.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace eddyline {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool is_key(std::string_view text) {
  const auto allowed = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' || c == '-' ||
           c == '.';
  };
  return !text.empty() && std::ranges::all_of(text, allowed);
}

/// Without quotes around it, and without a comment behind it.
std::string_view plain_value(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('#')) return {};
  if (text.starts_with('"') || text.starts_with('\'')) {
    const size_t end = text.find(text.front(), 1);
    return text.substr(1, end == std::string_view::npos ? end : end - 1);
  }
  return trimmed(text.substr(0, text.find(" #")));
}

struct Entry {
  size_t indent = 0;
  std::string_view key;
  /// Empty: keys below it follow, or it is not set.
  std::string_view value;
};

std::optional<Entry> entry_of(std::string_view line) {
  const size_t indent = line.find_first_not_of(' ');
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || indent >= colon) return std::nullopt;
  const std::string_view key = trimmed(line.substr(indent, colon - indent));
  const std::string_view rest = line.substr(colon + 1);
  if (!is_key(key) || (!trimmed(rest).empty() && !rest.starts_with(' ') && !rest.starts_with('\t')))
    return std::nullopt;
  return Entry{indent, key, plain_value(rest)};
}

}  // namespace

Configuration line_entries(std::string_view text) {
  struct Level {
    size_t indent = 0;
    std::string prefix;
  };
  Configuration configuration;
  std::vector<Level> levels;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const auto entry = entry_of(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!entry) continue;
    while (!levels.empty() && levels.back().indent >= entry->indent) levels.pop_back();
    const std::string key = (levels.empty() ? "" : levels.back().prefix) + std::string(entry->key);
    if (entry->value.empty()) {
      levels.push_back({entry->indent, key + "."});
    } else {
      configuration.set(key, std::string(entry->value));
    }
  }
  return configuration;
}

}  // namespace eddyline
