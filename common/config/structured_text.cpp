#include "common/config/structured_text.hpp"

namespace eddyline::internal {

namespace {

constexpr std::string_view kBlanks = " \t\n\r";

std::string_view trim(std::string_view text) {
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Reads one item after the other from a text.
class ItemScanner {
 public:
  explicit ItemScanner(std::string_view text) : rest_(trim(text)) {}

  bool at_end() const { return rest_.empty(); }

  /// The item up to one of `stops` (left in place) or the end.
  Result<std::string> item(std::string_view stops) {
    rest_ = trim(rest_);
    if (rest_.starts_with('\'') || rest_.starts_with('"')) return quoted(stops);
    const size_t end = std::min(rest_.find_first_of(stops), rest_.size());
    std::string plain(trim(rest_.substr(0, end)));
    rest_.remove_prefix(end);
    return plain;
  }

  /// Takes the character if it is next.
  bool take(char expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(1);
    return true;
  }

 private:
  Result<std::string> quoted(std::string_view stops) {
    const char quote = rest_.front();
    std::string content;
    for (size_t i = 1; i < rest_.size(); ++i) {
      if (rest_[i] != quote) {
        content += rest_[i];
      } else if (i + 1 < rest_.size() && rest_[i + 1] == quote) {
        content += rest_[++i];
      } else {
        rest_ = trim(rest_.substr(i + 1));
        if (rest_.empty() || stops.find(rest_.front()) != std::string_view::npos) return content;
        return configuration_error("Could not split string. Illegal quoting in the middle of an item.");
      }
    }
    return configuration_error("Could not split string. Quoting was not closed properly.");
  }

  std::string_view rest_;
};

bool is_enclosed(std::string_view text, char open, char close) {
  return text.size() >= 2 && text.front() == open && text.back() == close;
}

std::string quoted_if_needed(const std::string& item, std::string_view special) {
  const bool plain = !item.empty() && trim(item) == item && item.find_first_of(special) == std::string::npos;
  if (plain) return item;
  std::string text = "'";
  for (const char c : item) text += c == '\'' ? std::string("''") : std::string(1, c);
  return text + "'";
}

}  // namespace

Result<std::vector<std::string>> parse_list(std::string_view text) {
  text = trim(text);
  const bool flow = is_enclosed(text, '[', ']');
  const char separator = flow ? ',' : ';';
  ItemScanner scanner(flow ? text.substr(1, text.size() - 2) : text);
  std::vector<std::string> items;
  while (!scanner.at_end()) {
    ASSIGN_OR_RETURN(std::string item, scanner.item(std::string_view(&separator, 1)));
    items.push_back(std::move(item));
    scanner.take(separator);
  }
  return items;
}

Result<std::map<std::string, std::string>> parse_map(std::string_view text) {
  text = trim(text);
  const bool flow = is_enclosed(text, '{', '}');
  ItemScanner scanner(flow ? text.substr(1, text.size() - 2) : text);
  std::map<std::string, std::string> entries;
  while (!scanner.at_end()) {
    ASSIGN_OR_RETURN(std::string key, scanner.item(":,"));
    const bool has_value = scanner.take(':');
    ASSIGN_OR_RETURN(std::string value, scanner.item(flow ? "," : ":,"));
    if (!has_value || !(scanner.take(',') || scanner.at_end())) {
      return configuration_error("Map item is not a key-value pair (missing ':'?)");
    }
    entries.insert_or_assign(std::move(key), std::move(value));
  }
  return entries;
}

std::string format_list(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ";") + quoted_if_needed(item, ";'\"[]");
  return text;
}

std::string format_map(const std::map<std::string, std::string>& entries) {
  std::string text;
  for (const auto& [key, value] : entries) {
    text += (text.empty() ? "" : ",") + quoted_if_needed(key, ":,'\"{}") + ":" + quoted_if_needed(value, ":,'\"{}");
  }
  return text;
}

}  // namespace eddyline::internal
