#include "sql/client/tableau.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/sql/client/client_cases.hpp"

// data/tableau.txt: "streaming WIDTH" or "interrupted WIDTH", then a line of columns and lines of rows;
// or "static", then lines of cells of which the first are the columns. The session's zone is two hours ahead of UTC.
namespace eddyline::sql {
namespace {

constexpr double kSeconds = 5.1234;

int64_t two_hours_ahead(int64_t) {
  return 7200;
}

std::string streaming(const ClientCase& tested, const RowType& columns, const Batch& batch, size_t width) {
  StreamingTableau tableau(columns, width, two_hours_ahead);
  std::string text = tableau.header();
  // In two pieces, as rows come.
  const size_t half = batch.rows() / 2;
  text += tableau.rows(batch.slice(0, half));
  text += tableau.rows(batch.slice(half, batch.rows() - half));
  return text + (tested.head.starts_with("interrupted") ? tableau.interrupted(kSeconds) : tableau.footer(kSeconds));
}

std::vector<std::string> cells_of(std::string line) {
  std::vector<std::string> cells;
  for (size_t end = line.find(" | "); end != std::string::npos; end = line.find(" | ")) {
    cells.push_back(line.substr(0, end));
    line.erase(0, end + 3);
  }
  // A cell of several lines is written with \n.
  if (const size_t place = line.find("\\n"); place != std::string::npos) line.replace(place, 2, "\n");
  cells.push_back(line);
  return cells;
}

std::string static_table(const ClientCase& tested) {
  std::vector<std::vector<std::string>> rows;
  for (size_t i = 1; i < tested.lines.size(); ++i) rows.push_back(cells_of(tested.lines[i]));
  return static_tableau(cells_of(tested.lines[0]), rows);
}

std::string drawn(const ClientCase& tested) {
  if (tested.head == "static") return static_table(tested);
  const Result<RowType> columns = parse_columns(tested.lines[0]);
  if (!columns.ok()) return columns.status().to_string() + "\n";
  const Result<Batch> batch = parse_rows(*columns, {tested.lines.begin() + 1, tested.lines.end()});
  if (!batch.ok()) return batch.status().to_string() + "\n";
  const size_t width = tested.head.ends_with("10") ? 10 : 30;
  return streaming(tested, *columns, *batch, width);
}

TEST(Tableau, IsDrawnAsWritten) {
  check_client_cases("tableau", drawn);
}

TEST(Tableau, SaysNoTimeWhenThereIsNone) {
  const RowType columns{{"a", DataType::integer()}};
  EXPECT_EQ(StreamingTableau(columns, 30, nullptr).footer(-1), "Received a total of 0 row\n");
  EXPECT_EQ(StreamingTableau(columns, 30, nullptr).interrupted(-1), "Query terminated, received a total of 0 row\n");
}

}  // namespace
}  // namespace eddyline::sql
