#include "plan/resolved_table.hpp"

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

}  // namespace eddyline::plan
