#pragma once

#include <memory>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/hash.hpp"
#include "state/hashmap/table/counted_bytes.hpp"
#include "state/hashmap/table/group_slices.hpp"
#include "state/hashmap/table/segment_changes.hpp"
#include "state/hashmap/timed/timed_segment.hpp"
#include "state/hashmap/timed/timed_snapshot.hpp"
#include "state/keyed_state_backend.hpp"

namespace eddyline::state {

/// All segments of one time-ordered state: which of them a hash belongs to, and their growth.
/// Thread   one.
class TimedSegments {
 public:
  TimedSegments(const KeyedStateOptions& options, BlockAllocator& blocks, const TimedRowShape& shape,
                const SnapshotSchema& schema);

  Status open();

  size_t count() const { return segments_.size(); }
  TimedSegment& operator[](size_t index) { return *segments_[index]; }
  const TimedSegment& operator[](size_t index) const { return *segments_[index]; }
  size_t index_of(uint64_t hash) const { return of_slice_[slices_.of(hash)]; }
  uint64_t hash_of(const uint8_t* slot) const;
  /// Of the segment that the row lies in.
  size_t index_of_row(const uint8_t* slot) const { return segments_.size() == 1 ? 0 : index_of(hash_of(slot)); }

  /// Notes that segment `index` is written to.
  void touch(size_t index) { changes_.note(index); }
  /// Notes that flags or marks of a row of segment `index` are about to change.
  void touch(size_t index, const uint8_t* slot) {
    changes_.note(index);
    snapshot_.before_change(*segments_[index], slot);
  }
  SegmentChanges& changes() { return changes_; }

  /// As HashmapState's; rows with a time <= `expired` are left out.
  void begin_snapshot(SnapshotRows& rows, size_t state, int64_t expired);
  bool advance_snapshot(size_t rows);
  void abandon_snapshot();
  /// False while a snapshot needs rows of segment `index` as they are: slabs must stay.
  bool may_drop_slabs(size_t index) const { return !snapshot_.active() || segments_[index]->is_read(); }

  /// Grows by one with every rebuild: slots have moved.
  uint64_t rebuild_count() const { return rebuild_count_; }

  /// Makes room for `more[i]` further rows in segment i, for every i; rows with a time <= limit may go. Segments may be
  /// split, so that `more` no longer fits: true then, and the caller counts anew.
  Result<bool> make_room(const std::vector<size_t>& more, int64_t limit);

 private:
  Status rebuild(size_t index, size_t live, size_t more, int64_t limit);
  Status add_segment(std::vector<std::unique_ptr<TimedSegment>>& to, SliceRange slices, size_t rows);
  /// Rows of a segment that a rebuild takes along, oldest first, each hashed once.
  struct MovingRow {
    const uint8_t* slot;
    uint64_t hash;
  };
  using MovingRows = std::vector<MovingRow>;
  MovingRows rows_after(const TimedSegment& segment, size_t live, int64_t limit) const;
  Status move_rows(const MovingRows& rows, std::vector<std::unique_ptr<TimedSegment>>& to) const;
  /// The slices that the rows, of which there are some, lie in: more than one slice, if refining can bring that about.
  Result<SliceRange> spread(const MovingRows& rows);
  SliceRange slices_used(const MovingRows& rows) const;
  /// Which segment each slice belongs to, anew.
  Status route();

  KeyHashing hashing_;
  GroupSlices slices_;
  BlockAllocator* blocks_;
  const TimedRowShape* shape_;
  std::vector<std::unique_ptr<TimedSegment>> segments_;
  SegmentChanges changes_;
  TimedSnapshot snapshot_;
  std::vector<uint32_t> of_slice_;
  CountedBytes route_memory_;
  uint64_t rebuild_count_ = 0;
};

}  // namespace eddyline::state
