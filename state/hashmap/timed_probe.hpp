#pragma once

#include "state/hashmap/timed_segments.hpp"

namespace eddyline::state {

/// Finds rows by key and time: in blocks of probing rows, so that the memory reads of a block overlap.
/// Thread   one.
class TimedProbe {
 public:
  /// Rows with a time <= `expired` are not there.
  TimedProbe(const TimedSegments& segments, const TimedRowShape& shape, int64_t expired)
      : segments_(segments), shape_(shape), expired_(expired) {}

  /// As TimeOrderedRows::find.
  bool find(const KeyBatch& keys, const TimeWindow& window, ProbeCursor& cursor, size_t limit, RowMatches& out);

 private:
  static constexpr size_t kBlock = 64;

  /// One probing row on its way.
  struct Lane {
    const TimedSegment* segment;
    uint64_t hash;
    uint32_t row;
    uint32_t position;  ///< newest row of the bucket + 1; 0 for none
  };

  void start_block(const KeyBatch& keys, size_t first, size_t count);
  template <class KeyEquals>
  bool run(const KeyBatch& keys, const TimeWindow& window, ProbeCursor& cursor, size_t limit, RowMatches& out,
           KeyEquals key_equals);
  template <class KeyEquals>
  void walk(const Lane& lane, int64_t from, int64_t to, KeyEquals key_equals, std::vector<RowHandle>& found) const;

  const TimedSegments& segments_;
  const TimedRowShape& shape_;
  int64_t expired_;
  Lane lanes_[kBlock];
};

}  // namespace eddyline::state
