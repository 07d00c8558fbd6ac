#include "tests/cluster/early_fire/printed_rows.hpp"

#include <time.h>

#include <cstdio>

#include "common/base/check.hpp"

namespace eddyline::tests {
namespace {

/// "2026-11-12T01:01:43.221"; seconds and their fraction are left out when they are 0.
double seconds_since_epoch(const std::string& text) {
  tm time{};
  double seconds = 0;
  const int read = std::sscanf(text.c_str(), "%d-%d-%dT%d:%d:%lf", &time.tm_year, &time.tm_mon, &time.tm_mday,
                               &time.tm_hour, &time.tm_min, &seconds);
  CHECK(read >= 5) << "'" << text << "' is no timestamp";
  time.tm_year -= 1900;
  time.tm_mon -= 1;
  return static_cast<double>(timegm(&time)) + seconds;
}

std::vector<std::string> split_fields(const std::string& text) {
  std::vector<std::string> fields;
  size_t start = 0;
  for (size_t end; (end = text.find(", ", start)) != std::string::npos; start = end + 2) {
    fields.push_back(text.substr(start, end - start));
  }
  fields.push_back(text.substr(start));
  return fields;
}

}  // namespace

double PrintedRow::seconds_after(size_t field) const {
  return std::chrono::duration<double>(seen.time_since_epoch()).count() - seconds_since_epoch(fields.at(field));
}

PrintedRows parse_rows(const std::vector<TimedLine>& lines) {
  PrintedRows rows;
  for (const TimedLine& line : lines) {
    const size_t prefix = line.text.find("> ");
    if (prefix == std::string::npos || !line.text.ends_with(']') || line.text.substr(prefix + 4, 1) != "[") continue;
    const size_t fields = prefix + 5;
    rows[line.text.substr(0, prefix)].push_back(
        {.seen = line.seen,
         .kind = line.text.substr(prefix + 2, 2),
         .fields = split_fields(line.text.substr(fields, line.text.size() - 1 - fields))});
  }
  return rows;
}

std::vector<PrintedRow> rows_of(const PrintedRows& rows, const std::string& identifier) {
  std::vector<PrintedRow> found;
  for (const auto& [name, of_subtask] : rows) {
    if (name == identifier || name.starts_with(identifier + ":"))
      found.insert(found.end(), of_subtask.begin(), of_subtask.end());
  }
  return found;
}

}  // namespace eddyline::tests
