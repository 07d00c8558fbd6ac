#include "state/hashmap/timed_probe.hpp"

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
  return run(keys, window, cursor, limit, out, [&](const uint8_t* slot, uint32_t row) {
    return row_equals(slot, shape_.key, columns, row);
  });
}

void TimedProbe::start_block(const KeyBatch& keys, size_t first, size_t count) {
  const SelectedRows rows = keys.rows();
  const uint64_t* hashes = keys.hashes();
  const uint32_t* heads[kBlock];
  for (size_t i = 0; i < count; ++i) {
    const size_t row = rows[first + i];
    const uint64_t hash = hashes[row];
    const TimedSegment& segment = segments_[segments_.index_of(hash)];
    lanes_[i] = {&segment, hash, static_cast<uint32_t>(row), 0};
    heads[i] = segment.head(hash);
    __builtin_prefetch(heads[i]);
  }
  for (size_t i = 0; i < count; ++i) {
    lanes_[i].position = *heads[i];
    const TimedSlabs& slabs = lanes_[i].segment->slabs();
    if (lanes_[i].position > slabs.begin()) __builtin_prefetch(slabs.at(lanes_[i].position - 1));
  }
}

template <class KeyEquals>
bool TimedProbe::run(const KeyBatch& keys, const TimeWindow& window, ProbeCursor& cursor, size_t limit,
                     RowMatches& out, KeyEquals key_equals) {
  if (!drain(cursor, limit, out)) return true;
  while (cursor.next_position < keys.size()) {
    const size_t count = std::min(kBlock, keys.size() - cursor.next_position);
    start_block(keys, cursor.next_position, count);
    for (size_t i = 0; i < count; ++i) {
      if (out.size() >= limit) return true;
      const Lane& lane = lanes_[i];
      ++cursor.next_position;
      if (lane.position == 0) continue;
      const int64_t time = window.times[lane.row];
      const int64_t after_expired = expired_ == INT64_MAX ? expired_ : expired_ + 1;
      walk(lane, std::max(saturating_add(time, window.from), after_expired), saturating_add(time, window.to),
           key_equals, cursor.pending);
      if (cursor.pending.empty()) continue;
      cursor.pending_row = static_cast<int32_t>(lane.row);
      if (cursor.pending.size() > 1) put_in_order(cursor.pending);
      if (!drain(cursor, limit, out)) return true;
    }
  }
  return false;
}

template <class KeyEquals>
void TimedProbe::walk(const Lane& lane, int64_t from, int64_t to, KeyEquals key_equals,
                      std::vector<RowHandle>& found) const {
  const TimedSlabs& slabs = lane.segment->slabs();
  const uint32_t begin = slabs.begin();
  const uint16_t tag = TimedSegment::tag_of(lane.hash);
  uint32_t steps = 0;
  for (uint32_t position = lane.position; position > begin;) {
    uint8_t* slot = slabs.at(position - 1);
    const TimedRowHeader& header = header_of(slot);
    if (header.tag == tag && header.time >= from && header.time <= to && key_equals(slot, lane.row)) {
      found.emplace_back(slot);
    }
    if (++steps % kStepsBetweenLooks == 0 && slabs.max_time_up_to(position - 1) < from) return;
    position = header.next;
  }
}

}  // namespace eddyline::state
