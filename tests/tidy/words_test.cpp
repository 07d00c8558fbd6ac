#include <gtest/gtest.h>

#include <algorithm>

#include "tests/tidy/source_tree.hpp"

namespace eddyline::tidy {
namespace {

struct BannedWord {
  std::string where;
  std::string word;
  std::string instead;
  std::vector<std::string> except;
  std::vector<std::string> unless;
};

std::string trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? "" : std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

std::vector<BannedWord> read_banned_words() {
  std::vector<BannedWord> banned;
  for (const std::string& line : data_lines("banned_words.txt")) {
    std::vector<std::string> fields;
    for (size_t at = 0; at <= line.size();) {
      const size_t end = std::min(line.find(" | ", at), line.size());
      fields.push_back(trimmed(std::string_view(line).substr(at, end - at)));
      at = end + 3;
    }
    BannedWord entry{fields.at(0), fields.at(1), fields.at(2), {}, {}};
    for (size_t i = 3; i < fields.size(); ++i) {
      std::vector<std::string> words = words_of(fields[i]);
      const bool is_path = words.at(0) == "except";
      words.erase(words.begin());
      (is_path ? entry.except : entry.unless) = std::move(words);
    }
    banned.push_back(std::move(entry));
  }
  return banned;
}

bool applies(const BannedWord& banned, const SourceFile& file) {
  const bool is_test = file.top_folder() == "tests" || file.top_folder() == "bench";
  if (banned.where == "product" && is_test) return false;
  if (banned.where == "tests" && !is_test) return false;
  return std::ranges::none_of(banned.except, [&](const std::string& path) {
    return path.ends_with('/') ? file.path.starts_with(path) : file.path == path;
  });
}

bool continues_identifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Lines (from 1) on which the word stands by itself.
std::vector<size_t> lines_with(std::string_view code, std::string_view word) {
  std::vector<size_t> lines;
  for (size_t at = code.find(word); at != std::string_view::npos; at = code.find(word, at + 1)) {
    const bool continued = at > 0 && continues_identifier(code[at - 1]) && continues_identifier(word.front());
    const size_t end = at + word.size();
    const bool goes_on = end < code.size() && continues_identifier(code[end]) && continues_identifier(word.back());
    if (!continued && !goes_on) lines.push_back(1 + static_cast<size_t>(std::ranges::count(code.substr(0, at), '\n')));
  }
  return lines;
}

bool holds_any(std::string_view line, const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [&](const std::string& word) { return line.find(word) != std::string_view::npos; });
}

std::string without_includes(std::string code) {
  for (size_t at = code.find("#include"); at != std::string::npos; at = code.find("#include", at)) {
    const size_t end = std::min(code.find('\n', at), code.size());
    std::fill(code.begin() + static_cast<std::ptrdiff_t>(at), code.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  }
  return code;
}

TEST(WordsTest, NothingBannedIsUsed) {
  const std::vector<BannedWord> banned_words = read_banned_words();
  for (const SourceFile& file : source_tree()) {
    if (!file.is_cpp()) continue;
    const std::string code = without_includes(code_of(file.text));
    const std::vector<std::string_view> lines = file.lines();
    for (const BannedWord& banned : banned_words) {
      if (!applies(banned, file)) continue;
      for (const size_t line : lines_with(code, banned.word)) {
        if (holds_any(lines.at(line - 1), banned.unless)) continue;
        ADD_FAILURE() << file.path << ":" << line << " says " << banned.word << "; use " << banned.instead;
      }
    }
  }
}

TEST(WordsTest, NoUnfinishedMarks) {
  for (const SourceFile& file : source_tree()) {
    if (!file.is_cpp() || file.path.starts_with("tests/tidy/")) continue;
    for (const std::string_view mark : {"TODO", "FIXME", "XXX", "HACK"}) {
      EXPECT_TRUE(lines_with(file.text, mark).empty()) << file.path << " says " << mark << ": finish it, or file an issue";
    }
  }
}

TEST(WordsTest, LinesEndCleanly) {
  for (const SourceFile& file : source_tree()) {
    // Expected results hold what programs print, blanks at the end included.
    if (file.path.starts_with("tests/") && !file.is_cpp()) continue;
    EXPECT_TRUE(file.text.empty() || file.text.back() == '\n') << file.path << " does not end with a line break";
    size_t number = 0;
    for (const std::string_view line : file.lines()) {
      ++number;
      const bool clean = line.empty() || (line.back() != ' ' && line.back() != '\t' && line.back() != '\r');
      EXPECT_TRUE(clean) << file.path << ":" << number << " ends with a blank";
      EXPECT_EQ(line.find('\t'), std::string_view::npos) << file.path << ":" << number << " holds a tab";
    }
  }
}

}  // namespace
}  // namespace eddyline::tidy
