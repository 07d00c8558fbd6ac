#include "tests/operators/script.hpp"

#include <fstream>

namespace eddyline::tests {
namespace {

constexpr std::string_view kOutputMark = "----";

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

void read_head_line(const std::string& line, Script& script) {
  script.head_text.push_back(line);
  if (line.starts_with('#')) return;
  const size_t colon = line.find(':');
  if (colon != std::string::npos) script.head[trimmed(line.substr(0, colon))] = trimmed(line.substr(colon + 1));
}

void read_event_line(const std::string& line, bool output, ScriptEvent& event) {
  if (output) {
    event.expected.push_back(line);
    return;
  }
  event.text.push_back(line);
  if (line.starts_with('#')) return;
  if (!event.verb.empty()) {
    event.rows.push_back(line);
    return;
  }
  const size_t blank = line.find(' ');
  event.verb = line.substr(0, blank);
  if (blank != std::string::npos) event.argument = trimmed(line.substr(blank));
}

}  // namespace

std::string Script::setting(const std::string& key, const std::string& otherwise) const {
  const auto found = head.find(key);
  return found == head.end() ? otherwise : found->second;
}

Result<Script> read_script(const std::string& path) {
  std::ifstream file(path);
  if (!file) return not_found("script " + path);
  Script script;
  script.path = path;
  bool in_head = true;
  bool in_event = false;
  bool in_output = false;
  size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty()) {
      in_head = in_head && script.head_text.empty();
      in_event = false;
      in_output = false;
    } else if (in_head) {
      read_head_line(line, script);
    } else if (line == kOutputMark) {
      in_output = true;
    } else {
      if (!in_event) script.events.push_back({number, {}, "", "", {}, {}});
      in_event = true;
      read_event_line(line, in_output, script.events.back());
    }
  }
  for (const ScriptEvent& event : script.events) {
    if (event.verb.empty())
      return validation_error(path + ": a block without event at line " + std::to_string(event.line));
  }
  return script;
}

std::string script_text(const Script& script, const std::vector<std::vector<std::string>>& outputs) {
  std::string text;
  const auto add_lines = [&](const std::vector<std::string>& lines) {
    for (const std::string& line : lines) text += line + "\n";
  };
  add_lines(script.head_text);
  for (size_t i = 0; i < script.events.size(); ++i) {
    text += "\n";
    add_lines(script.events[i].text);
    if (outputs[i].empty()) continue;
    text += std::string(kOutputMark) + "\n";
    add_lines(outputs[i]);
  }
  return text;
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  for (const char character : line) {
    if (character == '\'') quoted = !quoted;
    if (character != ' ' || quoted) {
      word += character;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

}  // namespace eddyline::tests
