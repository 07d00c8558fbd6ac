#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/tidy/source_tree.hpp"

namespace eddyline::tidy {
namespace {

struct IncludeRules {
  std::map<std::string, int> levels;
  std::map<std::string, std::set<std::string>> only;
};

IncludeRules read_rules() {
  IncludeRules rules;
  for (const std::string& line : data_lines("include_levels.txt")) {
    const std::vector<std::string> words = words_of(line);
    if (words.at(0) == "level") {
      rules.levels[words.at(1)] = std::stoi(words.at(2));
    } else {
      rules.only[words.at(1)] = {words.begin() + 2, words.end()};
    }
  }
  return rules;
}

/// The path between the quotes or angle brackets; empty when the line includes nothing.
std::string included(std::string_view line, char open, char close) {
  if (!line.starts_with("#include ")) return "";
  const size_t first = line.find(open);
  const size_t last = line.find(close, first + 1);
  return first == std::string_view::npos || last == std::string_view::npos
             ? ""
             : std::string(line.substr(first + 1, last - first - 1));
}

/// The longest folder of the file that the "only" rules name; null if none.
const std::set<std::string>* narrow_rule(const IncludeRules& rules, const SourceFile& file) {
  for (std::string folder(file.folder()); !folder.empty();) {
    const auto found = rules.only.find(folder);
    if (found != rules.only.end()) return &found->second;
    const size_t slash = folder.rfind('/');
    folder = slash == std::string::npos ? "" : folder.substr(0, slash);
  }
  return nullptr;
}

std::string refusal(const IncludeRules& rules, const SourceFile& file, const std::string& target) {
  const std::string from(file.top_folder());
  const size_t slash = target.find('/');
  if (slash == std::string::npos) return "write includes from the root";
  const std::string to = target.substr(0, slash);
  if (from == to) return "";
  if (!rules.levels.contains(from)) return "folder " + from + " has no level";
  if (!rules.levels.contains(to)) return "folder " + to + " has no level";
  if (const std::set<std::string>* allowed = narrow_rule(rules, file); allowed != nullptr && !allowed->contains(to)) {
    return from + " must not use " + to;
  }
  if (from == "tests" || from == "bench") {
    const bool own_test = file.folder() == "tests/unit/programs" || file.folder() == "tests/cluster/scripts" ||
                          file.folder() == "tests/cluster/sql_files" || file.folder() == "tests/cluster/task_executor";
    return to == "programs" && !own_test ? "programs are included by none but their tests" : "";
  }
  return rules.levels.at(to) < rules.levels.at(from) ? "" : to + " is not below " + from;
}

TEST(IncludesTest, PointDownTheLevels) {
  const IncludeRules rules = read_rules();
  for (const SourceFile& file : source_tree()) {
    if (!file.is_cpp()) continue;
    for (const std::string_view line : file.lines()) {
      const std::string target = included(line, '"', '"');
      if (target.empty()) continue;
      const std::string why = refusal(rules, file, target);
      EXPECT_TRUE(why.empty()) << file.path << " includes " << target << ": " << why;
    }
  }
}

/// What angle_headers.txt says.
struct AngleHeaders {
  std::set<std::string> anywhere;
  std::set<std::string> sources;
  /// Header, or folder with its '/', to package.
  std::map<std::string, std::string> packages;
};

AngleHeaders read_angle_headers() {
  AngleHeaders headers;
  for (const std::string& line : data_lines("angle_headers.txt")) {
    const std::vector<std::string> words = words_of(line);
    if (words.at(0) == "package") {
      for (size_t i = 2; i < words.size(); ++i) headers.packages[words[i]] = words.at(1);
    } else {
      (words.at(0) == "anywhere" ? headers.anywhere : headers.sources).insert(words.begin() + 1, words.end());
    }
  }
  return headers;
}

std::set<std::string> installed_packages() {
  std::set<std::string> packages;
  for (const SourceFile& file : source_tree()) {
    if (file.path != "bin/lib/packages.txt") continue;
    for (const std::string_view line : file.lines()) {
      if (!line.empty() && line.front() != '#') packages.insert(words_of(line).at(0));
    }
  }
  return packages;
}

class AngleIncludesTest : public testing::Test {
 protected:
  /// The entry of the header itself or of its first folder.
  std::map<std::string, std::string>::const_iterator package_of(const std::string& header) const {
    const auto found = headers_.packages.find(header);
    return found != headers_.packages.end() ? found : headers_.packages.find(header.substr(0, header.find('/') + 1));
  }

  /// All programs count as one: each reads its own arguments.
  static std::string wrapping_folder(const SourceFile& file) {
    return std::string(file.top_folder() == "programs" ? file.top_folder() : file.folder());
  }

  /// Why the file must not include <target>; empty when it may.
  std::string refusal_of(const SourceFile& file, const std::string& target) {
    if (headers_.anywhere.contains(target)) return "";
    const bool is_test = file.top_folder() == "tests" || file.top_folder() == "bench";
    if (file.is_header() && !is_test) return "a public header names the standard library only";
    if (headers_.sources.contains(target)) return "";
    const auto found = package_of(target);
    if (found == headers_.packages.end()) return "tests/tidy/angle_headers.txt does not know it";
    if (!is_test) wrapping_folders_[found->second].insert(wrapping_folder(file));
    return installed_.contains(found->second) ? "" : "bin/lib/packages.txt does not install " + found->second;
  }

  const AngleHeaders headers_ = read_angle_headers();
  const std::set<std::string> installed_ = installed_packages();
  /// Package to the product folders that include its headers.
  std::map<std::string, std::set<std::string>> wrapping_folders_;
};

TEST_F(AngleIncludesTest, StayWithinTheList) {
  for (const SourceFile& file : source_tree()) {
    if (!file.is_cpp()) continue;
    for (const std::string_view line : file.lines()) {
      const std::string target = included(line, '<', '>');
      if (target.empty()) continue;
      const std::string why = refusal_of(file, target);
      EXPECT_TRUE(why.empty()) << file.path << " includes <" << target << ">: " << why;
    }
  }
  for (const auto& [package, folders] : wrapping_folders_) {
    std::string names;
    for (const std::string& folder : folders) names += " " + folder;
    EXPECT_EQ(folders.size(), 1U) << package << " is to be wrapped by one folder; used in" << names;
  }
}

TEST_F(AngleIncludesTest, UseEveryLibraryThatIsInstalled) {
  std::set<std::string> unused;
  for (const auto& [header, package] : headers_.packages) {
    if (installed_.contains(package)) unused.insert(package);
  }
  for (const SourceFile& file : source_tree()) {
    if (!file.is_cpp()) continue;
    for (const std::string_view line : file.lines()) {
      const auto found = package_of(included(line, '<', '>'));
      if (found != headers_.packages.end()) unused.erase(found->second);
    }
  }
  for (const std::string& package : unused) {
    ADD_FAILURE() << "bin/lib/packages.txt installs " << package << ", which no file includes";
  }
}

TEST(IncludesTest, EveryHeaderIsGuarded) {
  for (const SourceFile& file : source_tree()) {
    if (!file.is_header()) continue;
    EXPECT_NE(file.text.find("#pragma once\n"), std::string::npos) << file.path;
  }
}

}  // namespace
}  // namespace eddyline::tidy
