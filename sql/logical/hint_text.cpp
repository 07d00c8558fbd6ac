#include "sql/logical/hint_text.hpp"

namespace eddyline::sql {

namespace {

std::string hint_text(const QueryHint& hint) {
  std::string text = "[" + hint.name + " inheritPath:[";
  for (size_t i = 0; i < hint.inherit_path.size(); ++i)
    text += (i > 0 ? ", " : "") + std::to_string(hint.inherit_path[i]);
  text += "]";
  if (!hint.options.empty()) {
    std::string options;
    for (const auto& [key, value] : hint.options) options += (options.empty() ? "" : ", ") + key + "=" + value;
    text += " options:{" + options + "}";
  } else if (!hint.list_options.empty()) {
    std::string options;
    for (const std::string& option : hint.list_options) options += (options.empty() ? "" : ", ") + option;
    text += " options:[" + options + "]";
  }
  return text + "]";
}

}  // namespace

std::string hints_item(std::string_view item, const std::vector<QueryHint>& hints) {
  if (hints.empty()) return "";
  std::string text;
  for (const QueryHint& hint : hints) text += (text.empty() ? "" : ", ") + hint_text(hint);
  return ", " + std::string(item) + "=[[" + text + "]]";
}

}  // namespace eddyline::sql
