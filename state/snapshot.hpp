#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/batch.hpp"
#include "state/state_descriptor.hpp"

namespace eddyline::state {

enum class StateKind : uint8_t { kValue, kList, kMap, kTimeOrderedRows, kTimers };

/// What the rows of a snapshot say beside keys and values.
enum class SnapshotField : uint8_t {
  kWritten,    ///< BIGINT: instant of the last write; exactly if there is a time to live
  kTime,       ///< BIGINT: of a time-ordered row or a timer
  kFlags,      ///< TINYINT: the operator's, of a time-ordered row
  kTaken,      ///< TINYINT: a bit for each kind of deadline that was given out, in order of SnapshotSchema::deadlines
  kDeadline,   ///< BIGINT: of a time-ordered row, of the kind with base kGiven
  kDomain,     ///< TINYINT: TimeDomain of a timer
  kNamespace,  ///< BIGINT: of a timer
};

/// How the rows of one state look in a snapshot, whatever back end makes or reads it: the columns of key, map key and row, then one
/// a field.
struct SnapshotSchema {
  std::string state;
  StateKind kind = StateKind::kValue;
  /// Empty for time-ordered rows, whose key is among their columns.
  RowType key;
  RowType map_key;
  /// Of the value, the element or the time-ordered row. A column that is NOT NULL has a value whatever its presence bit says.
  RowType row;
  /// Columns of `row` that are the key of time-ordered rows.
  std::vector<size_t> row_keys;
  std::vector<SnapshotField> fields;
  /// Names of the kinds of deadlines.
  std::vector<std::string> deadlines;

  static SnapshotSchema of(const ValueStateDescriptor& descriptor);
  static SnapshotSchema of(const ListStateDescriptor& descriptor);
  static SnapshotSchema of(const MapStateDescriptor& descriptor);
  static SnapshotSchema of(const TimeOrderedRowsDescriptor& descriptor);
  static SnapshotSchema of(const TimerDescriptor& descriptor);

  size_t first_map_key() const { return key.size(); }
  size_t first_row() const { return key.size() + map_key.size(); }
  size_t first_field() const { return first_row() + row.size(); }
  size_t columns() const { return first_field() + fields.size(); }
  std::optional<size_t> column_of(SnapshotField field) const;
  /// Columns that are the key, whatever the kind.
  std::vector<size_t> key_columns() const;
  std::vector<PhysicalType> physical_types() const;

  /// Whether rows of this schema can become state of `wanted`: fields, names of deadlines and NOT NULL may differ.
  /// Errors   kValidationError names the state and the column.
  Status check_fits(const SnapshotSchema& wanted) const;

  friend bool operator==(const SnapshotSchema&, const SnapshotSchema&) = default;
};

/// Where a snapshot's rows go.
/// Thread   the subtask's. Failing is the receiver's own matter: it forgets the rows, and its snapshot fails.
class SnapshotRows {
 public:
  virtual ~SnapshotRows() = default;
  /// `state`: an index into KeyedStateBackend::schemas(). Elements of a list come in order, all else in any.
  virtual void add(size_t state, Batch rows) = 0;
};

}  // namespace eddyline::state
