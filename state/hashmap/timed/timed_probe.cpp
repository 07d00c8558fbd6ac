#include "state/hashmap/timed/timed_probe.hpp"

#include <algorithm>

#include "state/row/row_codec.hpp"

namespace eddyline::state {
namespace {

/// How many rows of a chain are looked at before asking whether any older one can be young enough.
constexpr uint32_t kStepsBetweenLooks = 16;

/// Newest first becomes order of time, then of arrival.
void put_in_order(std::vector<RowHandle>& found) {
  std::reverse(found.begin(), found.end());
  const auto earlier = [](const RowHandle& a, const RowHandle& b) { return a.time() < b.time(); };
  if (!std::is_sorted(found.begin(), found.end(), earlier)) std::stable_sort(found.begin(), found.end(), earlier);
}

/// Moves pending matches to `out` as far as there is room; true when all went.
bool drain(ProbeCursor& cursor, size_t limit, RowMatches& out) {
  const size_t count = std::min(cursor.pending.size() - cursor.pending_next, limit - out.size());
  const auto first = cursor.pending.begin() + static_cast<std::ptrdiff_t>(cursor.pending_next);
  out.rows.insert(out.rows.end(), first, first + static_cast<std::ptrdiff_t>(count));
  out.probe_rows.insert(out.probe_rows.end(), count, cursor.pending_row);
  cursor.pending_next += count;
  if (cursor.pending_next < cursor.pending.size()) return false;
  cursor.pending.clear();
  cursor.pending_next = 0;
  return true;
}

}  // namespace

bool TimedProbe::find(const KeyBatch& keys, const TimeWindow& window, ProbeCursor& cursor, size_t limit,
                      RowMatches& out) {
  const std::vector<DecodedColumn>& columns = keys.columns();
  if (shape_.int64_key && !columns[0].may_have_nulls()) {
    const int64_t* values = columns[0].values<int64_t>();
    const DecodedColumn& column = columns[0];
    const size_t offset = shape_.key.offset(0);
    return run(keys, window, cursor, limit, out, [&, values, offset](const uint8_t* slot, uint32_t row) {
      return load_value<int64_t>(slot, offset) == values[column.index(row)] && shape_.key.is_present(slot, 0);
    });
  }
  return run(keys, window, cursor, limit, out,
             [&](const uint8_t* slot, uint32_t row) { return row_equals(slot, shape_.key, columns, row); });
}

/// Lanes for the probing rows [first, first + count) whose buckets have rows; their number.
size_t TimedProbe::fill_lanes(const KeyBatch& keys, size_t first, size_t count) {
  const SelectedRows rows = keys.rows();
  const uint64_t* hashes = keys.hashes();
  const TimedSlabs* slabs[kBlock];
  const uint32_t* heads[kBlock];
  for (size_t i = 0; i < count; ++i) {
    const uint64_t hash = hashes[rows[first + i]];
    const TimedSegment& segment = segments_[segments_.index_of(hash)];
    slabs[i] = &segment.slabs();
    heads[i] = segment.head(hash);
    __builtin_prefetch(heads[i]);
  }
  size_t lanes = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t row = rows[first + i];
    const uint32_t head = *heads[i];
    Lane& lane = lanes_[lanes];
    lane.slabs = slabs[i];
    lane.position = static_cast<uint32_t>(first + i);
    lane.row = static_cast<uint32_t>(row);
    lane.tag = TimedSegment::tag_of(hashes[row]);
    const bool has_rows = head > slabs[i]->begin();
    if (has_rows) {
      lane.newest = slabs[i]->at(head - 1);
      __builtin_prefetch(lane.newest);
    }
    lanes += has_rows ? 1 : 0;
  }
  return lanes;
}

/// Drops the lanes whose newest row does not match and has none before it; the number left.
size_t TimedProbe::keep_promising_lanes(const TimeWindow& window, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; ++i) {
    const Lane lane = lanes_[i];
    const TimedRowHeader& header = header_of(lane.newest);
    const bool may_match = (header.tag == lane.tag) & times_of(window, lane.row).contain(header.time);
    const bool has_older = header.next > lane.slabs->begin();
    if (has_older) __builtin_prefetch(lane.slabs->at(header.next - 1));
    lanes_[kept] = lane;
    kept += static_cast<size_t>(may_match | has_older);
  }
  return kept;
}

template <class KeyEquals>
bool TimedProbe::run(const KeyBatch& keys, const TimeWindow& window, ProbeCursor& cursor, size_t limit, RowMatches& out,
                     KeyEquals key_equals) {
  if (!drain(cursor, limit, out)) return true;
  while (cursor.next_position < keys.size()) {
    const size_t count = std::min(kBlock, keys.size() - cursor.next_position);
    const size_t lanes = keep_promising_lanes(window, fill_lanes(keys, cursor.next_position, count));
    for (size_t i = 0; i < lanes; ++i) {
      const Lane& lane = lanes_[i];
      if (out.size() >= limit) {
        cursor.next_position = lane.position;
        return true;
      }
      uint8_t* found = walk(lane, times_of(window, lane.row), key_equals, cursor.pending);
      if (found == nullptr) continue;
      if (cursor.pending.empty()) {
        out.probe_rows.push_back(static_cast<int32_t>(lane.row));
        out.rows.push_back(RowSlots::handle(found));
        continue;
      }
      cursor.pending_row = static_cast<int32_t>(lane.row);
      put_in_order(cursor.pending);
      if (!drain(cursor, limit, out)) {
        cursor.next_position = lane.position + 1;
        return true;
      }
    }
    cursor.next_position += count;
  }
  return false;
}

/// The newest match, or null; where there are more, all of them are in `several` too, from the newest to the oldest.
template <class KeyEquals>
uint8_t* TimedProbe::walk(const Lane& lane, Times times, KeyEquals key_equals, std::vector<RowHandle>& several) {
  const TimedSlabs& slabs = *lane.slabs;
  const uint32_t begin = slabs.begin();
  uint8_t* found = nullptr;
  uint8_t* slot = lane.newest;
  for (uint32_t steps = 1;; ++steps) {
    const TimedRowHeader& header = header_of(slot);
    if (header.tag == lane.tag && times.contain(header.time) && key_equals(slot, lane.row)) {
      if (found == nullptr) {
        found = slot;
      } else {
        if (several.empty()) several.push_back(RowSlots::handle(found));
        several.push_back(RowSlots::handle(slot));
      }
    }
    const uint32_t older = header.next;
    if (older <= begin) return found;
    if (steps % kStepsBetweenLooks == 0 && slabs.max_time_up_to(older - 1) < times.from) return found;
    slot = slabs.at(older - 1);
  }
}

}  // namespace eddyline::state
