#include "tests/tidy/source_tree.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace eddyline::tidy {

namespace fs = std::filesystem;

namespace {

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

bool is_left_out(const fs::path& relative) {
  static constexpr std::array<std::string_view, 3> kFolders{"build", "log", ".git"};
  const std::string top = relative.begin()->string();
  return std::ranges::find(kFolders, top) != kFolders.end() || relative.string().starts_with("tests/fuzz/corpus");
}

bool is_text(const fs::path& path) {
  static constexpr std::array<std::string_view, 14> kEndings{".hpp", ".cpp",  ".inc",  ".txt", ".cmake",  ".md",   ".sh",
                                                             ".sql", ".test", ".plan", ".yml", ".script", ".yaml", ".json"};
  return std::ranges::find(kEndings, path.extension().string()) != kEndings.end() || path.filename() == "CMakeLists.txt";
}

std::vector<SourceFile> read_tree() {
  const fs::path root = EDDYLINE_SOURCE_DIR;
  std::vector<SourceFile> files;
  for (auto entry = fs::recursive_directory_iterator(root); entry != fs::recursive_directory_iterator(); ++entry) {
    const fs::path relative = fs::relative(entry->path(), root);
    if (entry->is_directory() && is_left_out(relative)) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file() && is_text(relative)) {
      files.push_back({relative.generic_string(), read_file(entry->path())});
    }
  }
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

/// Whether a line of .gitignore leaves out this name at the root; of the wildcards it knows a leading and a last '*'.
bool is_ignored(std::string_view pattern, std::string_view name) {
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  if (pattern.ends_with("/*")) pattern.remove_suffix(1);
  if (pattern.ends_with('/')) pattern.remove_suffix(1);
  return pattern.starts_with('*') ? name.ends_with(pattern.substr(1)) : name == pattern;
}

/// Walks over C++ text and blanks what is not code.
class CodeScanner {
 public:
  explicit CodeScanner(std::string_view text) : code_(text) {}

  std::string scan() {
    while (at_ < code_.size()) {
      if (starts("//")) {
        blank_until("\n");
      } else if (starts("/*")) {
        at_ += 2;
        blank_until("*/");
      } else if (starts("R\"")) {
        blank_raw_string();
      } else if (code_[at_] == '"' || is_character_literal()) {
        blank_literal(code_[at_]);
      } else {
        ++at_;
      }
    }
    return std::move(code_);
  }

 private:
  bool starts(std::string_view token) const { return std::string_view(code_).substr(at_).starts_with(token); }

  /// A quote between digits only separates them: 1'000.
  bool is_character_literal() const {
    return code_[at_] == '\'' && (at_ == 0 || !std::isalnum(static_cast<unsigned char>(code_[at_ - 1])));
  }

  void blank(size_t end) {
    for (; at_ < std::min(end, code_.size()); ++at_) {
      if (code_[at_] != '\n') code_[at_] = ' ';
    }
  }

  void blank_until(std::string_view token) {
    const size_t found = code_.find(token, at_);
    blank(found == std::string::npos ? code_.size() : found);
    at_ += found == std::string::npos ? 0 : token.size();
  }

  void blank_raw_string() {
    const size_t open = code_.find('(', at_);
    const std::string close = ")" + code_.substr(at_ + 2, open - at_ - 2) + "\"";
    blank_until(close);
  }

  void blank_literal(char quote) {
    size_t end = at_ + 1;
    while (end < code_.size() && code_[end] != quote && code_[end] != '\n') end += code_[end] == '\\' ? 2 : 1;
    ++at_;
    blank(end);
    ++at_;
  }

  std::string code_;
  size_t at_ = 0;
};

}  // namespace

std::vector<std::string_view> SourceFile::lines() const {
  std::vector<std::string_view> lines;
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    lines.push_back(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return lines;
}

std::string_view SourceFile::top_folder() const {
  const size_t slash = path.find('/');
  return slash == std::string::npos ? std::string_view() : std::string_view(path).substr(0, slash);
}

std::string_view SourceFile::folder() const {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string_view() : std::string_view(path).substr(0, slash);
}

std::string_view SourceFile::name() const {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string_view(path) : std::string_view(path).substr(slash + 1);
}

const std::vector<SourceFile>& source_tree() {
  static const std::vector<SourceFile> files = read_tree();
  return files;
}

std::vector<std::string> top_level_names() {
  const fs::path root = EDDYLINE_SOURCE_DIR;
  const SourceFile ignored{".gitignore", read_file(root / ".gitignore")};
  const std::vector<std::string_view> patterns = ignored.lines();
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(root)) {
    std::string name = entry.path().filename().string();
    const bool is_left = std::ranges::any_of(patterns, [&](std::string_view pattern) { return is_ignored(pattern, name); });
    if (!is_left && name != ".git") names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> data_lines(std::string_view name) {
  const SourceFile file{std::string(name), read_file(fs::path(EDDYLINE_SOURCE_DIR) / "tests/tidy" / name)};
  std::vector<std::string> lines;
  for (const std::string_view line : file.lines()) {
    if (!line.empty() && line.front() != '#') lines.emplace_back(line);
  }
  return lines;
}

std::vector<std::string> words_of(std::string_view line) {
  std::istringstream stream{std::string(line)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string code_of(std::string_view text) { return CodeScanner(text).scan(); }

}  // namespace eddyline::tidy
