#include "tests/sql/harness/sql_file.hpp"

#include <fstream>
#include <map>
#include <optional>

namespace eddyline::sql_tests {
namespace {

constexpr std::string_view kDivider = "----";

std::string first_word(const std::string& line) {
  return line.substr(0, line.find(' '));
}
std::string behind_first_word(const std::string& line) {
  const size_t blank = line.find(' ');
  return blank == std::string::npos ? "" : line.substr(blank + 1);
}

std::optional<Block::Kind> block_kind(const std::string& word) {
  static const std::map<std::string, Block::Kind> kinds = {
      {"statement", Block::Kind::kStatement}, {"error", Block::Kind::kError}, {"changelog", Block::Kind::kChangelog},
      {"table", Block::Kind::kTable},         {"same", Block::Kind::kSame},   {"plan", Block::Kind::kPlan},
      {"timeline", Block::Kind::kTimeline}};
  const auto found = kinds.find(word);
  return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Step::Kind> step_kind(const std::string& word) {
  static const std::map<std::string, Step::Kind> kinds = {
      {"feed", Step::Kind::kRows},       {"watermark", Step::Kind::kWatermark}, {"end", Step::Kind::kEnd},
      {"advance", Step::Kind::kAdvance}, {"barrier", Step::Kind::kBarrier},     {"restore", Step::Kind::kRestore}};
  const auto found = kinds.find(word);
  return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

/// Takes the lines of one block apart.
class BlockReader {
 public:
  BlockReader(const Lines& lines, size_t first, size_t end) : lines_(lines), at_(first), end_(end) {}

  Result<Block> read() {
    const auto kind = block_kind(first_word(lines_[at_]));
    if (!kind) return error("no block starts with '" + first_word(lines_[at_]) + "'");
    block_.kind = *kind;
    block_.argument = behind_first_word(lines_[at_]);
    block_.line = at_ + 1;
    ++at_;
    block_.sql = read_sql();
    if (block_.kind == Block::Kind::kSame) {
      if (!take_divider()) return error("a second query is missing");
      block_.other_sql = read_sql();
    }
    RETURN_IF_ERROR(read_steps());
    read_expected();
    return std::move(block_);
  }

 private:
  Status error(const std::string& text) const {
    return validation_error("line " + std::to_string(at_ + 1) + ": " + text);
  }

  bool at_step() const { return at_ < end_ && step_kind(first_word(lines_[at_])).has_value(); }

  /// END of CASE may start a line of a statement, in capitals.
  std::string read_sql() {
    std::string sql;
    for (; at_ < end_ && lines_[at_] != kDivider && !at_step(); ++at_) sql += (sql.empty() ? "" : "\n") + lines_[at_];
    return sql;
  }

  bool take_divider() {
    const bool there = at_ < end_ && lines_[at_] == kDivider;
    at_ += there ? 1 : 0;
    return there;
  }

  Status read_steps() {
    std::string table;
    while (at_ < end_ && lines_[at_] != kDivider) {
      const auto kind = step_kind(first_word(lines_[at_]));
      if (!kind) return error("rows stand under 'feed TABLE'");
      Step step{.kind = *kind, .table = table, .argument = behind_first_word(lines_[at_]), .rows = {}, .line = at_ + 1};
      ++at_;
      if (step.kind == Step::Kind::kRows) table = step.table = step.argument;
      while (at_ < end_ && lines_[at_] != kDivider && !at_step()) step.rows.push_back(lines_[at_++]);
      add(std::move(step));
    }
    return {};
  }

  /// Rows after a watermark go to the same table: they become a step of their own.
  void add(Step step) {
    if (step.kind == Step::Kind::kRows) {
      if (!step.rows.empty()) block_.steps.push_back(std::move(step));
      return;
    }
    Step rows{.kind = Step::Kind::kRows,
              .table = step.table,
              .argument = "",
              .rows = std::move(step.rows),
              .line = step.line + 1};
    step.rows.clear();
    block_.steps.push_back(std::move(step));
    if (!rows.rows.empty()) block_.steps.push_back(std::move(rows));
  }

  void read_expected() {
    take_divider();
    block_.expected_first = at_;
    block_.expected_end = end_;
    block_.expected.assign(lines_.begin() + static_cast<std::ptrdiff_t>(at_),
                           lines_.begin() + static_cast<std::ptrdiff_t>(end_));
  }

  const Lines& lines_;
  size_t at_;
  size_t end_;
  Block block_;
};

Result<Lines> read_lines(const std::string& path) {
  std::ifstream file(path);
  if (!file) return io_error("cannot read " + path);
  Lines lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

Status read_header(const std::string& line, SqlFile& file) {
  const auto value_of = [&](std::string_view key) -> std::optional<std::string> {
    const std::string head = "# " + std::string(key) + ": ";
    return line.starts_with(head) ? std::optional(line.substr(head.size())) : std::nullopt;
  };
  if (const auto name = value_of("name")) file.name = *name;
  if (const auto what = value_of("what")) file.what = *what;
  if (const auto groups = value_of("groups")) file.groups = *groups;
  if (const auto modes = value_of("modes")) {
    const size_t reason = modes->find(", because ");
    if (reason == std::string::npos) return validation_error("a restriction of modes needs its ', because '");
    file.restrictions.push_back(modes->substr(0, reason));
  }
  return {};
}

}  // namespace

bool SqlFile::uses(Step::Kind kind) const {
  for (const Block& block : blocks) {
    for (const Step& step : block.steps) {
      if (step.kind == kind) return true;
    }
  }
  return false;
}

Result<SqlFile> read_sql_file(const std::string& path) {
  SqlFile file;
  file.path = path;
  ASSIGN_OR_RETURN(file.lines, read_lines(path));
  size_t at = 0;
  while (at < file.lines.size()) {
    const std::string& line = file.lines[at];
    if (line.empty() || line[0] == '#') {
      RETURN_IF_ERROR(read_header(line, file).with_context(path));
      ++at;
      continue;
    }
    size_t end = at;
    while (end < file.lines.size() && !file.lines[end].empty()) ++end;
    auto block = BlockReader(file.lines, at, end).read();
    if (!block.ok()) return block.status().with_context(path);
    file.blocks.push_back(*std::move(block));
    at = end;
  }
  if (file.name.empty() || file.what.empty() || file.groups.empty()) {
    return validation_error(path + ": the header has name, what and groups");
  }
  return file;
}

}  // namespace eddyline::sql_tests
