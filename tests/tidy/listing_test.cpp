#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/tidy/source_tree.hpp"

namespace eddyline::tidy {
namespace {

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '/'; }

/// What one CMake file lists.
struct Listing {
  std::set<std::string> paths;
  /// From lines add_<kind>(<name>): they register <name>.cpp or <name>_<kind>.cpp with their headers.
  std::set<std::string> registered;
};

/// Every run of path characters; comments do not count.
Listing listing_of(const SourceFile& file) {
  Listing listing;
  std::set<std::string>& words = listing.paths;
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
    if (line.starts_with("add_") && line.find('(') != std::string_view::npos) {
      const size_t open = line.find('(') + 1;
      listing.registered.insert(std::string(line.substr(open, line.find_first_of(" )", open) - open)));
    }
  }
  return listing;
}

bool is_registered(const Listing& listing, std::string_view stem) {
  return std::ranges::any_of(listing.registered, [&](const std::string& name) {
    return stem.starts_with(name) && (stem.size() == name.size() || stem[name.size()] == '_');
  });
}

/// Whether the CMakeLists.txt of the file's folder registers it, or that of the folder or one above lists its path.
bool is_listed(const std::map<std::string, Listing>& listings, const SourceFile& file) {
  std::string folder(file.folder());
  const auto own = listings.find(folder);
  if (own != listings.end() && is_registered(own->second, file.name().substr(0, file.name().find('.')))) return true;
  while (true) {
    const auto found = listings.find(folder);
    const std::string from_here = folder.empty() ? file.path : file.path.substr(folder.size() + 1);
    if (found != listings.end() && found->second.paths.contains(from_here)) return true;
    if (folder.empty()) return false;
    const size_t slash = folder.rfind('/');
    folder = slash == std::string::npos ? "" : folder.substr(0, slash);
  }
}

TEST(ListingTest, EverySourceIsListedInCMake) {
  std::map<std::string, Listing> listings;
  for (const SourceFile& file : source_tree()) {
    if (file.name() == "CMakeLists.txt") listings[std::string(file.folder())] = listing_of(file);
  }
  for (const SourceFile& file : source_tree()) {
    if (!file.is_cpp()) continue;
    EXPECT_TRUE(is_listed(listings, file)) << file.path << " is in no CMakeLists.txt";
  }
}

TEST(ListingTest, OnlyKnownNamesLieAtTheRoot) {
  std::set<std::string> known;
  for (const std::string& line : data_lines("top_level.txt")) {
    for (const std::string& name : words_of(line)) known.insert(name);
  }
  const std::vector<std::string> names = top_level_names();
  EXPECT_TRUE(std::ranges::find(names, "CMakeLists.txt") != names.end());
  for (const std::string& name : names) {
    EXPECT_TRUE(known.contains(name)) << name << " lies at the root, tests/tidy/top_level.txt does not know it";
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
