#include "tests/sql/harness/result_check.hpp"

#include <algorithm>
#include <map>

namespace eddyline::sql_tests {
namespace {

/// Stable by key, so that each key's rows keep their order.
Lines by_key(std::vector<std::pair<std::string, std::string>> keyed_lines) {
  std::ranges::stable_sort(keyed_lines, {}, &std::pair<std::string, std::string>::first);
  Lines lines;
  for (auto& [key, line] : keyed_lines) lines.push_back(std::move(line));
  return lines;
}

Lines sorted(Lines lines) {
  std::ranges::sort(lines);
  return lines;
}

}  // namespace

Lines changelog_lines(const QueryResult& result) {
  Lines lines;
  for (const ResultRow& row : result.rows) lines.push_back(row.with_kind());
  return lines;
}

Result<Lines> table_lines(const QueryResult& result) {
  Lines left;
  for (const ResultRow& row : result.rows) {
    if (is_accumulate(row.kind)) {
      left.push_back(row.text);
      continue;
    }
    const auto found = std::ranges::find(left, row.text);
    if (found == left.end()) return data_error("'" + row.with_kind() + "' takes back a row that is not there");
    left.erase(found);
  }
  return sorted(std::move(left));
}

ComparableChangelogs comparable(const Lines& expected, const QueryResult& actual, bool one_subtask) {
  const Lines lines = changelog_lines(actual);
  if (one_subtask) return {expected, lines};
  if (!actual.has_key) return {sorted(expected), sorted(lines)};
  std::map<std::string, std::string> key_of_line;
  std::vector<std::pair<std::string, std::string>> keyed_actual;
  for (size_t row = 0; row < lines.size(); ++row) {
    key_of_line[lines[row]] = actual.rows[row].key;
    keyed_actual.emplace_back(actual.rows[row].key, lines[row]);
  }
  std::vector<std::pair<std::string, std::string>> keyed_expected;
  for (const std::string& line : expected) keyed_expected.emplace_back(key_of_line[line], line);
  return {by_key(std::move(keyed_expected)), by_key(std::move(keyed_actual))};
}

}  // namespace eddyline::sql_tests
