#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/tidy/source_tree.hpp"

namespace eddyline::tidy {
namespace {

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '/'; }

/// Every run of path characters of a CMake file; comments do not count.
std::set<std::string> words_of_cmake(const SourceFile& file) {
  std::set<std::string> words;
  for (std::string_view line : file.lines()) {
    line = line.substr(0, line.find('#'));
    std::string word;
    for (const char c : line) {
      if (is_word_character(c)) {
        word += c;
      } else if (!word.empty()) {
        words.insert(std::move(word));
        word.clear();
      }
    }
    if (!word.empty()) words.insert(word);
  }
  return words;
}

/// Whether the CMakeLists.txt of the file's folder or of one above lists it: by its path from there, or, when an
/// add_... line registers it, by its name without ending.
bool is_listed(const std::map<std::string, std::set<std::string>>& cmake_words, const SourceFile& file) {
  const std::string stem(file.name().substr(0, file.name().find('.')));
  std::string folder(file.folder());
  while (true) {
    const auto found = cmake_words.find(folder);
    if (found != cmake_words.end()) {
      const std::string from_here = folder.empty() ? file.path : file.path.substr(folder.size() + 1);
      if (found->second.contains(from_here)) return true;
      if (folder == file.folder() && file.is_source() && found->second.contains(stem)) return true;
    }
    if (folder.empty()) return false;
    const size_t slash = folder.rfind('/');
    folder = slash == std::string::npos ? "" : folder.substr(0, slash);
  }
}

TEST(ListingTest, EverySourceIsListedInCMake) {
  std::map<std::string, std::set<std::string>> cmake_words;
  for (const SourceFile& file : source_tree()) {
    if (file.name() == "CMakeLists.txt") cmake_words[std::string(file.folder())] = words_of_cmake(file);
  }
  for (const SourceFile& file : source_tree()) {
    if (!file.is_cpp()) continue;
    EXPECT_TRUE(is_listed(cmake_words, file)) << file.path << " is in no CMakeLists.txt";
  }
}

TEST(ListingTest, SqlTestFilesSayWhatTheyAre) {
  for (const SourceFile& file : source_tree()) {
    if (!file.path.starts_with("tests/sql/") || !file.path.ends_with(".test")) continue;
    const std::vector<std::string_view> lines = file.lines();
    ASSERT_GE(lines.size(), 3U) << file.path;
    EXPECT_EQ(lines[0], "# name: " + file.path);
    EXPECT_TRUE(lines[1].starts_with("# what: ") && lines[1].size() > 12) << file.path << ": line 2 is # what: <one sentence>";
    EXPECT_TRUE(lines[2].starts_with("# groups: ") && lines[2].size() > 10) << file.path << ": line 3 is # groups: <names>";
  }
}

}  // namespace
}  // namespace eddyline::tidy
