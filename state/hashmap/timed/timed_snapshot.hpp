#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "state/hashmap/table/snapshot_batches.hpp"
#include "state/hashmap/timed/timed_row_shape.hpp"
#include "state/hashmap/timed/timed_segment.hpp"

namespace eddyline::state {

/// The snapshot of time-ordered rows. Rows never change but for flags and marks, so those that change before they are read are kept
/// as they were; slabs stay until all of their segment is read.
/// Thread   one.
class TimedSnapshot {
 public:
  TimedSnapshot(const TimedRowShape& shape, const SnapshotSchema& schema) : shape_(&shape), schema_(&schema) {}

  bool active() const { return active_; }
  /// Rows with a time <= `expired` are left out.
  void begin(SnapshotRows& rows, size_t state, int64_t expired);
  /// Reads all that is left of a segment: its rows are about to move.
  void read_all(TimedSegment& segment) { read(segment, UINT32_MAX); }
  /// Reads up to `rows` further rows; how many it looked at.
  size_t read(TimedSegment& segment, uint32_t rows);
  /// Flags or marks of a row are about to change; `segment` is its own.
  void before_change(const TimedSegment& segment, const uint8_t* slot) {
    if (active_ && !segment.is_read()) before_.try_emplace(slot, Before{header_of(slot).flags, header_of(slot).marks});
  }
  void end();
  void abandon();

 private:
  struct Before {
    uint8_t flags;
    uint8_t marks;
  };
  void hand_on();
  Before as_it_was(const uint8_t* slot) const;

  const TimedRowShape* shape_;
  const SnapshotSchema* schema_;
  bool active_ = false;
  int64_t expired_ = 0;
  SnapshotBatches batches_;
  /// Of rows not read yet; also of some that have been, or came later, whose entries nobody asks for.
  std::unordered_map<const uint8_t*, Before> before_;
  std::vector<const uint8_t*> slots_;
};

}  // namespace eddyline::state
