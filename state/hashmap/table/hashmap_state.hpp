#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "state/hashmap/table/segment_changes.hpp"
#include "state/key_batch.hpp"
#include "state/snapshot.hpp"

namespace eddyline::state {

/// Rows of a snapshot on their way back, in the columns of the schema of the state that takes them.
struct RestoredRows {
  /// Keys of those rows that belong to this operator instance.
  const KeyBatch& keys;
  /// A field that the snapshot lacks is null.
  std::span<const ColumnPtr> columns;
  /// By bit of SnapshotField::kTaken as the snapshot has it: the bit of this state; 0 for a kind it does not have.
  std::span<const uint8_t> taken_bits;
  /// Of the restore: stamps what has no instant of its last write.
  ProcessingTime now{0};
};

/// What the back end asks of each of its states about snapshots, whatever their kind.
/// Thread   one.
class HashmapState {
 public:
  virtual ~HashmapState() = default;
  virtual const SnapshotSchema& schema() const = 0;
  virtual SegmentChanges& changes() = 0;
  /// As KeyedStateBackend's, of this state alone.
  virtual void begin_snapshot(SnapshotRows& rows, size_t state) = 0;
  virtual bool advance_snapshot(size_t rows) = 0;
  virtual void abandon_snapshot() = 0;
  virtual Status restore(const RestoredRows& rows) = 0;
};

/// The column of a field in restored rows; null if the snapshot lacks it.
inline const Column* field_of(const RestoredRows& rows, const SnapshotSchema& schema, SnapshotField field) {
  const std::optional<size_t> column = schema.column_of(field);
  return column.has_value() ? rows.columns[*column].get() : nullptr;
}

}  // namespace eddyline::state
