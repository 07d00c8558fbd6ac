#include "tests/tidy/option_page.hpp"

namespace eddyline::tidy {

namespace {

std::string default_cell(const OptionBase& option) {
  if (option.required()) return "required";
  const std::string text = option.default_text();
  return text.empty() ? "none" : "`" + text + "`";
}

std::string type_cell(const OptionBase& option) {
  const std::string bounds = option.bounds_text();
  return option.type_name() + (bounds.empty() ? "" : ", " + bounds);
}

std::string text_cell(const OptionBase& option) {
  std::string text = option.text();
  if (const std::string limit = option.limit_text(); !limit.empty()) text += " " + limit;
  if (option.restart() == Restart::kProcess) text += " Read when the process starts.";
  for (const std::string& key : option.deprecated_keys()) text += " Older name: `" + key + "`.";
  return text;
}

}  // namespace

std::string option_page(std::span<const OptionGroup* const> groups) {
  std::string page =
      "# Configuration\n\n"
      "Made from the options' declarations: change those, then run `REWRITE=1 build/dev/tests/tidy_tests`.\n"
      "Precedence, later wins: default, configuration file, `-D key=value`, `SET` of the session. `#` in a key stands for a\n"
      "name. Durations are written like `10 s` or `200 ms` (no unit: milliseconds), sizes like `64 kb` (no unit: bytes).\n";
  for (const OptionGroup* group : groups) {
    page += "\n## " + group->name() + "\n\n" + group->text() + "\n\n| key | default | type | meaning |\n| --- | --- | --- | --- |\n";
    for (const OptionBase* option : group->options()) {
      page += "| `" + option->key() + "` | " + default_cell(*option) + " | " + type_cell(*option) + " | " +
              text_cell(*option) + " |\n";
    }
  }
  return page;
}

}  // namespace eddyline::tidy
