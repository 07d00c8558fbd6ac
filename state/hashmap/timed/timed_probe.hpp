#pragma once

#include <algorithm>

#include "state/hashmap/timed/timed_segments.hpp"

namespace eddyline::state {

/// Finds rows by key and time: in blocks of probing rows, so that the memory reads of a block overlap. Which buckets
/// are empty and which newest rows are of another key is noise to a branch predictor, so those lanes are dropped by
/// arithmetic. Thread   one.
class TimedProbe {
 public:
  /// Rows with a time <= `expired` are not there.
  TimedProbe(const TimedSegments& segments, const TimedRowShape& shape, int64_t expired)
      : segments_(segments), shape_(shape), earliest_(expired == INT64_MAX ? expired : expired + 1) {}

  /// As TimeOrderedRows::find.
  bool find(const KeyBatch& keys, const TimeWindow& window, ProbeCursor& cursor, size_t limit, RowMatches& out);

 private:
  static constexpr size_t kBlock = 64;

  /// A probing row whose bucket has rows.
  struct Lane {
    const TimedSlabs* slabs;
    uint8_t* newest;
    uint32_t position;  ///< among the rows of the KeyBatch
    uint32_t row;
    uint16_t tag;
  };
  /// Times that a match must have, bounds included.
  struct Times {
    int64_t from;
    int64_t to;
    bool contain(int64_t time) const { return time >= from && time <= to; }
  };

  Times times_of(const TimeWindow& window, uint32_t row) const {
    const int64_t time = window.times[row];
    return {std::max(saturating_add(time, window.from), earliest_), saturating_add(time, window.to)};
  }
  size_t fill_lanes(const KeyBatch& keys, size_t first, size_t count);
  size_t keep_promising_lanes(const TimeWindow& window, size_t count);
  template <class KeyEquals>
  bool run(const KeyBatch& keys, const TimeWindow& window, ProbeCursor& cursor, size_t limit, RowMatches& out,
           KeyEquals key_equals);
  template <class KeyEquals>
  static uint8_t* walk(const Lane& lane, Times times, KeyEquals key_equals, std::vector<RowHandle>& several);

  const TimedSegments& segments_;
  const TimedRowShape& shape_;
  /// Rows before are not there.
  int64_t earliest_;
  Lane lanes_[kBlock];
};

}  // namespace eddyline::state
