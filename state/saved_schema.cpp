#include "state/saved_schema.hpp"

#include <algorithm>

#include "common/columnar/type_text.hpp"

namespace eddyline::state {
namespace {

std::vector<schemas::SavedColumn> to_saved(const RowType& row) {
  std::vector<schemas::SavedColumn> columns;
  for (const RowField& field : row) columns.push_back({field.name, serializable_text(field.type)});
  return columns;
}

Result<RowType> from_saved(const std::vector<schemas::SavedColumn>& columns) {
  RowType row;
  for (const schemas::SavedColumn& column : columns) {
    ASSIGN_OR_RETURN(DataType type, parse_data_type(column.type));
    if (type.is(TypeRoot::kNull) || type.is_nested()) return data_error("no rows are kept with type " + column.type);
    row.push_back({column.name, std::move(type)});
  }
  return row;
}

Status check_fields(const SnapshotSchema& schema) {
  std::vector<SnapshotField> wanted;
  switch (schema.kind) {
    case StateKind::kValue:
    case StateKind::kList:
    case StateKind::kMap:
      break;
    case StateKind::kTimeOrderedRows:
      wanted = {SnapshotField::kTime, SnapshotField::kFlags, SnapshotField::kTaken};
      break;
    case StateKind::kTimers:
      wanted = {SnapshotField::kDomain, SnapshotField::kTime, SnapshotField::kNamespace};
      break;
  }
  for (const SnapshotField field : wanted) {
    if (!schema.column_of(field).has_value()) return data_error("a field is missing");
  }
  return Status();
}

}  // namespace

schemas::SavedState to_saved(const SnapshotSchema& schema) {
  schemas::SavedState saved;
  saved.name = schema.state;
  saved.kind = static_cast<uint8_t>(schema.kind);
  saved.key = to_saved(schema.key);
  saved.map_key = to_saved(schema.map_key);
  saved.row = to_saved(schema.row);
  for (const size_t column : schema.row_keys) saved.row_keys.push_back(static_cast<uint32_t>(column));
  for (const SnapshotField field : schema.fields) saved.fields.push_back(static_cast<uint8_t>(field));
  saved.deadlines = schema.deadlines;
  return saved;
}

Result<SnapshotSchema> from_saved(const schemas::SavedState& saved) {
  SnapshotSchema schema;
  const auto read = [&]() -> Status {
    if (saved.kind > static_cast<uint8_t>(StateKind::kTimers)) return data_error("it is of an unknown kind");
    schema.kind = static_cast<StateKind>(saved.kind);
    ASSIGN_OR_RETURN(schema.key, from_saved(saved.key));
    ASSIGN_OR_RETURN(schema.map_key, from_saved(saved.map_key));
    ASSIGN_OR_RETURN(schema.row, from_saved(saved.row));
    for (const uint32_t column : saved.row_keys) {
      if (column >= schema.row.size()) return data_error("a column of its key is out of range");
      schema.row_keys.push_back(column);
    }
    for (const uint8_t field : saved.fields) {
      if (field > static_cast<uint8_t>(SnapshotField::kNamespace)) return data_error("it has an unknown field");
      schema.fields.push_back(static_cast<SnapshotField>(field));
    }
    if (saved.deadlines.size() > kMostDeadlineKinds) return data_error("it has too many kinds of deadlines");
    schema.deadlines = saved.deadlines;
    return check_fields(schema);
  };
  schema.state = saved.name;
  const Status status = read();
  if (!status.ok()) return io_error("state '" + saved.name + "': " + status.message());
  return schema;
}

}  // namespace eddyline::state
