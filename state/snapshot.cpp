#include "state/snapshot.hpp"

#include <algorithm>

namespace eddyline::state {
namespace {

PhysicalType type_of(SnapshotField field) {
  switch (field) {
    case SnapshotField::kFlags:
    case SnapshotField::kTaken:
    case SnapshotField::kDomain:
      return PhysicalType::kInt8;
    case SnapshotField::kWritten:
    case SnapshotField::kTime:
    case SnapshotField::kDeadline:
    case SnapshotField::kNamespace:
      return PhysicalType::kInt64;
  }
  return PhysicalType::kInt64;
}

SnapshotSchema schema_of(StateKind kind, const StateDescriptor& descriptor) {
  SnapshotSchema schema;
  schema.state = descriptor.name;
  schema.kind = kind;
  schema.key = descriptor.key;
  if (descriptor.ttl.count() > 0) schema.fields.push_back(SnapshotField::kWritten);
  return schema;
}

std::string_view word_for(StateKind kind) {
  switch (kind) {
    case StateKind::kValue:
      return "a value";
    case StateKind::kList:
      return "a list";
    case StateKind::kMap:
      return "a map";
    case StateKind::kTimeOrderedRows:
      return "time-ordered rows";
    case StateKind::kTimers:
      return "timers";
  }
  return "a state";
}

/// `part`: "key", "map key", "row".
Status check_columns(std::string_view part, const RowType& saved, const RowType& wanted) {
  if (saved.size() != wanted.size()) {
    return validation_error("its " + std::string(part) + " has " + std::to_string(saved.size()) + " columns in the snapshot and " +
                            std::to_string(wanted.size()) + " in the query");
  }
  for (size_t i = 0; i < saved.size(); ++i) {
    if (saved[i].type.same_shape(wanted[i].type)) continue;
    return validation_error("column '" + wanted[i].name + "' of its " + std::string(part) + " is " + saved[i].type.to_string() +
                            " in the snapshot and " + wanted[i].type.to_string() + " in the query");
  }
  return Status();
}

}  // namespace

SnapshotSchema SnapshotSchema::of(const ValueStateDescriptor& descriptor) {
  SnapshotSchema schema = schema_of(StateKind::kValue, descriptor);
  schema.row = descriptor.value;
  return schema;
}

SnapshotSchema SnapshotSchema::of(const ListStateDescriptor& descriptor) {
  SnapshotSchema schema = schema_of(StateKind::kList, descriptor);
  schema.row = descriptor.element;
  return schema;
}

SnapshotSchema SnapshotSchema::of(const MapStateDescriptor& descriptor) {
  SnapshotSchema schema = schema_of(StateKind::kMap, descriptor);
  schema.map_key = descriptor.map_key;
  schema.row = descriptor.value;
  return schema;
}

SnapshotSchema SnapshotSchema::of(const TimeOrderedRowsDescriptor& descriptor) {
  SnapshotSchema schema;
  schema.state = descriptor.name;
  schema.kind = StateKind::kTimeOrderedRows;
  schema.row = descriptor.row;
  schema.row_keys = descriptor.key_columns;
  schema.fields = {SnapshotField::kTime, SnapshotField::kFlags, SnapshotField::kTaken};
  for (const DeadlineKind& kind : descriptor.deadlines) {
    schema.deadlines.push_back(kind.name);
    if (kind.base == DeadlineBase::kGiven) schema.fields.push_back(SnapshotField::kDeadline);
  }
  return schema;
}

SnapshotSchema SnapshotSchema::of(const TimerDescriptor& descriptor) {
  SnapshotSchema schema;
  schema.state = descriptor.name;
  schema.kind = StateKind::kTimers;
  schema.key = descriptor.key;
  schema.fields = {SnapshotField::kDomain, SnapshotField::kTime, SnapshotField::kNamespace};
  return schema;
}

std::optional<size_t> SnapshotSchema::column_of(SnapshotField field) const {
  const auto found = std::ranges::find(fields, field);
  if (found == fields.end()) return std::nullopt;
  return first_field() + static_cast<size_t>(found - fields.begin());
}

std::vector<size_t> SnapshotSchema::key_columns() const {
  std::vector<size_t> columns;
  for (size_t column = 0; column < key.size(); ++column) columns.push_back(column);
  for (const size_t column : row_keys) columns.push_back(first_row() + column);
  return columns;
}

std::vector<PhysicalType> SnapshotSchema::physical_types() const {
  std::vector<PhysicalType> types;
  for (const RowType* part : {&key, &map_key, &row}) {
    for (const RowField& field : *part) types.push_back(field.type.physical_type());
  }
  for (const SnapshotField field : fields) types.push_back(type_of(field));
  return types;
}

Status SnapshotSchema::check_fits(const SnapshotSchema& wanted) const {
  const auto check = [&]() -> Status {
    if (kind != wanted.kind) {
      return validation_error("it is " + std::string(word_for(kind)) + " in the snapshot and " +
                              std::string(word_for(wanted.kind)) + " in the query");
    }
    RETURN_IF_ERROR(check_columns("key", key, wanted.key));
    RETURN_IF_ERROR(check_columns("map key", map_key, wanted.map_key));
    RETURN_IF_ERROR(check_columns("row", row, wanted.row));
    if (row_keys != wanted.row_keys) return validation_error("its rows have another key in the snapshot than in the query");
    return Status();
  };
  const Status fits = check();
  return fits.ok() ? fits : fits.with_context("state '" + wanted.state + "'");
}

}  // namespace eddyline::state
