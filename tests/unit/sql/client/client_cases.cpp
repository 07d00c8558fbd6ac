#include "tests/unit/sql/client/client_cases.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <cstdlib>
#include <fstream>

#include "common/columnar/value.hpp"
#include "sql/parser/parser.hpp"

namespace eddyline::sql {
namespace {

std::vector<ClientCase> read_cases(const std::string& path) {
  std::ifstream file(path);
  std::vector<ClientCase> cases;
  std::string line;
  while (std::getline(file, line)) {
    ClientCase read;
    while (line.empty() || line.starts_with('#')) {
      read.comment += line + "\n";
      if (!std::getline(file, line)) return cases;
    }
    read.head = line;
    while (std::getline(file, line) && line != "----") read.lines.push_back(line);
    while (std::getline(file, line) && line != "====") read.expected += line + "\n";
    cases.push_back(std::move(read));
  }
  return cases;
}

void write_cases(const std::string& path, const std::vector<ClientCase>& cases) {
  std::ofstream file(path);
  for (const ClientCase& written : cases) {
    file << written.comment << written.head << "\n";
    for (const std::string& line : written.lines) file << line << "\n";
    file << "----\n" << written.expected << "====\n";
  }
}

std::vector<std::string> split_cells(const std::string& line) {
  constexpr std::string_view kBetween = " | ";
  std::vector<std::string> cells;
  size_t start = 0;
  for (size_t end = line.find(kBetween); end != std::string::npos; end = line.find(kBetween, start)) {
    cells.push_back(line.substr(start, end - start));
    start = end + kBetween.size();
  }
  cells.push_back(line.substr(start));
  return cells;
}

Value cell_value(const std::string& text, const DataType& type) {
  if (text == "null") return Value::null();
  if (type.is(TypeRoot::kBoolean)) return Value::boolean(text == "true");
  if (type.is_character() || type.is_binary()) return Value::string(text);
  if (type.is_approximate()) return Value::real(std::strtod(text.c_str(), nullptr));
  int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return Value::integer(number);
}

Result<RowKind> kind_of(const std::string& text) {
  for (const RowKind kind : {RowKind::kInsert, RowKind::kUpdateBefore, RowKind::kUpdateAfter, RowKind::kDelete}) {
    if (row_kind_text(kind) == text) return kind;
  }
  return data_error("no row kind: " + text);
}

}  // namespace

void check_client_cases(const std::string& name, const std::function<std::string(const ClientCase&)>& answer) {
  const std::string path = std::string(EDDYLINE_SOURCE_DIR) + "/tests/unit/sql/client/data/" + name + ".txt";
  std::vector<ClientCase> cases = read_cases(path);
  ASSERT_FALSE(cases.empty()) << path;
  const bool rewrite = std::getenv("REWRITE") != nullptr;
  for (ClientCase& checked : cases) {
    const std::string found = answer(checked);
    if (!rewrite) {
      EXPECT_EQ(found, checked.expected) << checked.comment << checked.head;
    }
    checked.expected = found;
  }
  if (rewrite) write_cases(path, cases);
}

Result<RowType> parse_columns(const std::string& text) {
  ASSIGN_OR_RETURN(const TypeNode node, parse_type("ROW<" + text + ">"));
  ASSIGN_OR_RETURN(const DataType row, resolve_type(node));
  return row.children();
}

Result<Batch> parse_rows(const RowType& columns, const std::vector<std::string>& lines) {
  std::vector<PhysicalType> types;
  for (const RowField& column : columns) types.push_back(column.type.physical_type());
  BatchBuilder builder(std::move(types));
  for (size_t row = 0; row < lines.size(); ++row) {
    const std::vector<std::string> cells = split_cells(lines[row]);
    if (cells.size() != columns.size() + 1) return data_error("not a cell a column: " + lines[row]);
    for (size_t i = 0; i < columns.size(); ++i) {
      cell_value(cells[i + 1], columns[i].type).write_to(builder.column(i), row);
    }
    ASSIGN_OR_RETURN(const RowKind kind, kind_of(cells[0]));
    builder.set_kind(row, kind);
    builder.add_rows(1);
  }
  return builder.take();
}

}  // namespace eddyline::sql
