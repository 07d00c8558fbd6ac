#include "tests/sql/harness/printed_lines.hpp"

#include <map>

namespace eddyline::sql_tests {
namespace {

bool is_kind(const std::string& row, std::string_view kind) {
  return row.starts_with(kind);
}

/// A sink may have one subtask where others have several: then nothing is there to take.
void take_subtask(PrintedLine& printed) {
  const size_t colon = printed.identifier.rfind(':');
  const std::string last = colon == std::string::npos ? printed.identifier : printed.identifier.substr(colon + 1);
  if (last.empty() || last.find_first_not_of("0123456789") != std::string::npos) return;
  printed.subtask = last;
  printed.identifier.resize(colon == std::string::npos ? 0 : colon);
}

}  // namespace

std::string PrintedLine::without_subtask() const {
  return time + " " + (identifier.empty() ? "" : identifier + "> ") + row;
}

PrintedLine parse_printed_line(const std::string& line, bool parallel) {
  PrintedLine printed;
  const size_t blank = line.find(' ');
  printed.time = line.substr(0, blank);
  std::string rest = line.substr(blank + 1);
  const size_t arrow = rest.find("> ");
  const size_t bracket = rest.find('[');
  if (arrow != std::string::npos && arrow < bracket) {
    printed.identifier = rest.substr(0, arrow);
    rest = rest.substr(arrow + 2);
  }
  if (parallel) take_subtask(printed);
  printed.row = std::move(rest);
  return printed;
}

PrintedLines read_printed_lines(const Lines& lines, bool parallel) {
  PrintedLines result;
  std::map<std::string, std::string> last_row;  // by identifier and subtask
  for (const std::string& line : lines) {
    const PrintedLine printed = parse_printed_line(line, parallel);
    std::string& last = last_row[printed.identifier + ":" + printed.subtask];
    if (is_kind(last, "-U") && !is_kind(printed.row, "+U")) result.pairs_are_whole = false;
    last = printed.row;
    result.lines.push_back(printed.without_subtask());
  }
  for (const auto& [writer, row] : last_row) result.pairs_are_whole &= !is_kind(row, "-U");
  return result;
}

}  // namespace eddyline::sql_tests
