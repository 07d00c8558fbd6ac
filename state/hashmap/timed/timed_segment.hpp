#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "state/hashmap/table/group_slices.hpp"
#include "state/hashmap/timed/deadline_calendar.hpp"
#include "state/hashmap/timed/timed_row_shape.hpp"
#include "state/hashmap/timed/timed_slabs.hpp"

namespace eddyline::state {

/// The time-ordered rows of a run of key groups, or of slices of one: bucket heads, chains of rows from the newest to the oldest, slabs, and
/// a calendar a kind of deadline.
///
/// A chain ends at the first position that is gone: rows are never unlinked.
/// Thread   one.
class TimedSegment {
 public:
  /// `buckets` a power of two; ok() is false when memory is used up.
  TimedSegment(BlockAllocator& blocks, const TimedRowShape& shape, SliceRange slices, size_t buckets);
  ~TimedSegment();
  TimedSegment(const TimedSegment&) = delete;
  TimedSegment& operator=(const TimedSegment&) = delete;
  bool ok() const { return heads_ != nullptr; }

  SliceRange slices() const { return slices_; }
  /// The same hashes in the finer slices of GroupSlices::refine().
  void refine() { slices_ = slices_.refined(); }
  TimedSlabs& slabs() { return slabs_; }
  const TimedSlabs& slabs() const { return slabs_; }
  DeadlineCalendar& calendar(size_t kind) { return calendars_[kind]; }

  const uint32_t* head(uint64_t hash) const { return heads_ + (static_cast<uint32_t>(hash) & mask_); }
  static uint16_t tag_of(uint64_t hash) { return static_cast<uint16_t>(hash >> 16); }

  /// A row of NULLs with time, sequence and flags, linked into its chain; null when memory is used up. Columns and
  /// calendars follow; values below NULLs are undefined.
  uint8_t* append(uint64_t hash, int64_t time, uint32_t sequence, uint8_t flags) {
    uint8_t* slot = slabs_.append(time);
    if (slot == nullptr) return nullptr;
    if (shape_->presence_outside_header) std::memset(slot, 0, shape_->slot_bytes);
    uint32_t& head = heads_[static_cast<uint32_t>(hash) & mask_];
    header_of(slot) = {head, tag_of(hash), flags, 0, time, sequence, {}};
    head = slabs_.end();
    return slot;
  }
  /// Enters the row at `position` into the calendars it waits in; false when memory is used up.
  [[nodiscard]] bool schedule(uint8_t* slot, uint32_t position);

  /// Its rows as they are now are to be read by a snapshot.
  void begin_read() {
    next_unread_ = slabs_.begin();
    unread_end_ = slabs_.end();
  }
  void read_up_to(uint32_t position) { next_unread_ = position; }
  void forget_read() { next_unread_ = unread_end_; }
  bool is_read() const { return next_unread_ == unread_end_; }
  uint32_t next_unread() const { return next_unread_; }
  uint32_t unread_end() const { return unread_end_; }

  /// True if `more` rows should not go in before a look at what may go.
  bool wants_rebuild(size_t more) const;
  /// True if they cannot go in without a rebuild: buckets or positions would not do.
  bool must_rebuild(size_t more) const;
  /// After a look that found no reason to rebuild: come back when there are twice as many slabs.
  void accept_growth();
  /// Rows with a time > limit.
  size_t count_live(int64_t limit) const;

 private:
  BlockAllocator* blocks_;
  const TimedRowShape* shape_;
  SliceRange slices_;
  uint32_t* heads_;
  uint32_t mask_;
  size_t slab_limit_;
  TimedSlabs slabs_;
  std::vector<DeadlineCalendar> calendars_;
  /// Positions that a snapshot still has to read.
  uint32_t next_unread_ = 0;
  uint32_t unread_end_ = 0;
};

}  // namespace eddyline::state
