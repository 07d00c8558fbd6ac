#include "plan/resolved_table.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace eddyline::plan {

RowType ResolvedTable::row_type() const {
  RowType row;
  for (const TableColumn& column : columns) row.push_back({column.name, column.type});
  return row;
}

RowType ResolvedTable::source_row_type() const {
  RowType row;
  for (const ColumnKind kind : {ColumnKind::kPhysical, ColumnKind::kMetadata}) {
    for (const TableColumn& column : columns) {
      if (column.kind == kind) row.push_back({column.name, column.type.with_time_attribute(TimeAttribute::kNone)});
    }
  }
  return row;
}

RowType ResolvedTable::sink_row_type() const {
  RowType row;
  for (const TableColumn& column : columns) {
    if (column.kind == ColumnKind::kComputed || column.is_virtual) continue;
    row.push_back({column.name, column.type.with_time_attribute(TimeAttribute::kNone)});
  }
  return row;
}

namespace {

/// Places of the key's columns among those of a row; names are unique within a table.
std::vector<size_t> key_columns(const ResolvedTable& table, const RowType& row) {
  std::vector<size_t> columns;
  if (!table.primary_key) return columns;
  for (const size_t column : table.primary_key->columns) {
    const auto found = std::ranges::find(row, table.columns[column].name, &RowField::name);
    CHECK(found != row.end()) << "key column " << table.columns[column].name << " is no column of the row";
    columns.push_back(static_cast<size_t>(found - row.begin()));
  }
  return columns;
}

}  // namespace

std::vector<size_t> ResolvedTable::source_key_columns() const {
  return key_columns(*this, source_row_type());
}

std::vector<size_t> ResolvedTable::sink_key_columns() const {
  return key_columns(*this, sink_row_type());
}

}  // namespace eddyline::plan
