#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "tests/process_driver/timed_lines.hpp"

namespace eddyline::tests {

/// One line of a print sink of the acceptance document.
struct PrintedRow {
  std::chrono::system_clock::time_point seen;
  std::string kind;
  std::vector<std::string> fields;

  /// From the time in a field, which is UTC, to when the row was seen.
  double seconds_after(size_t field) const;
  friend bool operator==(const PrintedRow&, const PrintedRow&) = default;
};

/// By print identifier and subtask ("early", "early:2"), each in the order written.
using PrintedRows = std::map<std::string, std::vector<PrintedRow>>;

/// Lines that are no rows are left out.
PrintedRows parse_rows(const std::vector<TimedLine>& lines);

/// Rows of one identifier, of all subtasks.
std::vector<PrintedRow> rows_of(const PrintedRows& rows, const std::string& identifier);

}  // namespace eddyline::tests
