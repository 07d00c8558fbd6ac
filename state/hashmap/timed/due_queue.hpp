#pragma once

#include <cstdint>
#include <vector>

#include "state/hashmap/timed/timed_segments.hpp"

namespace eddyline::state {

/// Brings the deadlines of one kind from the calendars of all segments into one order: a slice of time at a time, so
/// that what waits here stays small. Thread   one.
class DueQueue {
 public:
  DueQueue(const TimedRowShape& shape, size_t kind, BlockAllocator& blocks)
      : shape_(&shape), kind_(kind), blocks_(&blocks), due_memory_(blocks) {}

  /// As TimeOrderedRows::take_due.
  Result<bool> take(TimedSegments& segments, int64_t until, size_t limit, DueRows& out);
  /// As TimeOrderedRows::next_deadline.
  std::optional<int64_t> next(TimedSegments& segments);
  /// Gives what was collected and not taken back to the calendars: before positions or slabs change.
  Status put_back(TimedSegments& segments);
  /// A row was entered into a calendar.
  void note_added(int64_t deadline, const uint8_t* slot);
  /// Slots moved or went.
  void forget_next() { next_is_known_ = false; }

 private:
  struct Due {
    int64_t deadline;
    uint32_t sequence;
    uint32_t segment;
    uint32_t position;
  };
  /// False: nothing is due.
  Result<bool> collect(TimedSegments& segments, int64_t until);
  Status make_room(TimedSegments& segments, int64_t horizon);
  void collect_from(TimedSegments& segments, size_t index, int64_t horizon);
  void look_for_next(TimedSegment& segment);

  const TimedRowShape* shape_;
  size_t kind_;
  BlockAllocator* blocks_;
  std::vector<Due> due_;
  CountedBytes due_memory_;
  size_t taken_ = 0;
  // The answer of next() with its row, so that it is seen when the row was settled since.
  bool next_is_known_ = false;
  std::optional<int64_t> next_;
  const uint8_t* next_slot_ = nullptr;
};

}  // namespace eddyline::state
