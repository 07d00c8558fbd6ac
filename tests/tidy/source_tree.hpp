#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eddyline::tidy {

/// One text file of the repository.
struct SourceFile {
  /// From the repository's root, with '/'.
  std::string path;
  std::string text;

  std::vector<std::string_view> lines() const;
  bool is_header() const { return path.ends_with(".hpp"); }
  bool is_source() const { return path.ends_with(".cpp"); }
  bool is_cpp() const { return is_header() || is_source(); }
  /// Up to the first '/'; empty for a file at the root.
  std::string_view top_folder() const;
  /// Without the file's name; empty for a file at the root.
  std::string_view folder() const;
  std::string_view name() const;
};

/// Every text file under version control's eyes: build output, logs and fuzz corpora are left out. Sorted by path.
const std::vector<SourceFile>& source_tree();

/// Names of the files and folders at the repository's root, without those that .gitignore leaves out and .git.
std::vector<std::string> top_level_names();

/// Lines of tests/tidy/<name> without blank ones and comments (#).
std::vector<std::string> data_lines(std::string_view name);

/// The words of a line, separated by blanks.
std::vector<std::string> words_of(std::string_view line);

/// The text with comments, string and character literals blanked out, so that what is left is code. Line breaks stay.
std::string code_of(std::string_view text);

}  // namespace eddyline::tidy
