#pragma once

#include <string>

#include "tests/sql/harness/sql_file.hpp"

namespace eddyline::sql_tests {

/// A line that a print sink wrote at a virtual time: "4000 early:2> -U[1, ...]".
struct PrintedLine {
  std::string time;
  std::string identifier;
  /// "2" in "early:2> " or "2> ", else empty.
  std::string subtask;
  std::string row;

  /// What the same line is with one subtask.
  std::string without_subtask() const;
};

/// `parallel`: with more than one subtask the prefix ends in its number.
PrintedLine parse_printed_line(const std::string& line, bool parallel);

/// Lines as one subtask would have written them, and whether each subtask wrote every -U directly before its +U.
struct PrintedLines {
  Lines lines;
  bool pairs_are_whole = true;
};
PrintedLines read_printed_lines(const Lines& lines, bool parallel);

}  // namespace eddyline::sql_tests
