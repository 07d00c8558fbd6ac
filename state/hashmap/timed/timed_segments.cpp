#include "state/hashmap/timed/timed_segments.hpp"

#include <algorithm>
#include <bit>

#include "state/row/row_codec.hpp"

namespace eddyline::state {
namespace {

constexpr size_t kFewestBuckets = 1024;
// A segment with more rows is split, if it can be: rebuilding one takes a few milliseconds.
constexpr size_t kMostRowsBeforeSplit = size_t{64} << 10;

size_t buckets_for(size_t rows) {
  return std::bit_ceil(std::max(rows * 2, kFewestBuckets));
}

}  // namespace

TimedSegments::TimedSegments(const KeyedStateOptions& options, BlockAllocator& blocks, const TimedRowShape& shape,
                             const SnapshotSchema& schema)
    : hashing_(options.hashing),
      slices_(options.hashing.max_parallelism, options.key_groups),
      blocks_(&blocks),
      shape_(&shape),
      snapshot_(shape, schema),
      route_memory_(blocks) {}

Status TimedSegments::open() {
  RETURN_IF_ERROR(add_segment(segments_, slices_.all(), 0));
  changes_.add(0);
  return route();
}

void TimedSegments::begin_snapshot(SnapshotRows& rows, size_t state, int64_t expired) {
  snapshot_.begin(rows, state, expired);
  for (const auto& segment : segments_) segment->begin_read();
}

bool TimedSegments::advance_snapshot(size_t rows) {
  if (!snapshot_.active()) return false;
  for (const auto& segment : segments_) {
    if (segment->is_read()) continue;
    rows -= snapshot_.read(*segment, static_cast<uint32_t>(std::min<size_t>(rows, UINT32_MAX)));
    if (rows == 0) return true;
  }
  snapshot_.end();
  return false;
}

void TimedSegments::abandon_snapshot() {
  snapshot_.abandon();
  for (const auto& segment : segments_) segment->forget_read();
}

uint64_t TimedSegments::hash_of(const uint8_t* slot) const {
  const uint64_t hash = hash_stored_row(slot, shape_->key);
  return hashing_.collide ? hashing_.collided(hash) : hash;
}

Result<bool> TimedSegments::make_room(const std::vector<size_t>& more, int64_t limit) {
  const size_t count = segments_.size();
  for (size_t index = 0; index < count; ++index) {
    TimedSegment& segment = *segments_[index];
    if (more[index] == 0 || !segment.wants_rebuild(more[index])) continue;
    const size_t live = segment.count_live(limit);
    if (!segment.must_rebuild(more[index]) && live * 2 >= segment.slabs().count()) {
      segment.accept_growth();
      continue;
    }
    RETURN_IF_ERROR(rebuild(index, live, more[index], limit));
    if (segments_.size() != count) return true;
  }
  return false;
}

Status TimedSegments::rebuild(size_t index, size_t live, size_t more, int64_t limit) {
  ++rebuild_count_;
  TimedSegment& old = *segments_[index];
  if (snapshot_.active()) snapshot_.read_all(old);
  std::vector<std::unique_ptr<TimedSegment>> fresh;
  CountedBytes moving_memory(*blocks_);
  if (!moving_memory.grow_to(live * sizeof(MovingRow))) return blocks_->status();
  const MovingRows rows = rows_after(old, live, limit);
  SliceRange used;
  if (live > kMostRowsBeforeSplit) {
    ASSIGN_OR_RETURN(used, spread(rows));
  }
  if (used.count() > 1) {
    RETURN_IF_ERROR(add_segment(fresh, old.slices().below(used.middle()), live / 2 + more));
    RETURN_IF_ERROR(add_segment(fresh, old.slices().from(used.middle()), live / 2 + more));
  } else {
    RETURN_IF_ERROR(add_segment(fresh, old.slices(), live + more));
  }
  RETURN_IF_ERROR(move_rows(rows, fresh));
  segments_[index] = std::move(fresh[0]);
  changes_.note(index);
  if (fresh.size() > 1) {
    segments_.insert(segments_.begin() + static_cast<std::ptrdiff_t>(index) + 1, std::move(fresh[1]));
    changes_.insert(index + 1);
    RETURN_IF_ERROR(route());
  }
  return Status();
}

Status TimedSegments::add_segment(std::vector<std::unique_ptr<TimedSegment>>& to, SliceRange slices, size_t rows) {
  to.push_back(std::make_unique<TimedSegment>(*blocks_, *shape_, slices, buckets_for(rows)));
  return to.back()->ok() ? Status() : blocks_->status();
}

TimedSegments::MovingRows TimedSegments::rows_after(const TimedSegment& segment, size_t live, int64_t limit) const {
  MovingRows rows;
  rows.reserve(live);
  const TimedSlabs& slabs = segment.slabs();
  for (uint32_t position = slabs.begin(); position != slabs.end(); ++position) {
    const uint8_t* slot = slabs.at(position);
    if (header_of(slot).time > limit) rows.push_back({slot, hash_of(slot)});
  }
  return rows;
}

Status TimedSegments::move_rows(const MovingRows& rows, std::vector<std::unique_ptr<TimedSegment>>& to) const {
  const SliceRange first = to[0]->slices();
  for (const auto& [old, hash] : rows) {
    const TimedRowHeader& header = header_of(old);
    TimedSegment& target = *to[first.contains(slices_.of(hash)) ? 0 : 1];
    uint8_t* slot = target.append(hash, header.time, header.sequence, header.flags);
    if (slot == nullptr) return blocks_->status();
    const uint32_t next = header_of(slot).next;
    std::memcpy(slot, old, shape_->slot_bytes);
    header_of(slot).next = next;
    if (!copy_texts(slot, shape_->row, target.slabs())) return blocks_->status();
    if (!target.schedule(slot, target.slabs().end() - 1)) return blocks_->status();
  }
  for (const auto& segment : to) segment->accept_growth();
  return Status();
}

Result<SliceRange> TimedSegments::spread(const MovingRows& rows) {
  SliceRange used = slices_used(rows);
  while (used.count() == 1 && slices_.may_refine(segments_.size())) {
    slices_.refine();
    for (const auto& each : segments_) each->refine();
    RETURN_IF_ERROR(route());
    used = slices_used(rows);
  }
  return used;
}

SliceRange TimedSegments::slices_used(const MovingRows& rows) const {
  const uint32_t first = slices_.of(rows.front().hash);
  SliceRange used{first, first};
  for (const MovingRow& row : rows) used.extend_to(slices_.of(row.hash));
  return used;
}

Status TimedSegments::route() {
  if (!route_memory_.grow_to(slices_.count() * sizeof(uint32_t))) return blocks_->status();
  of_slice_.resize(slices_.count());
  for (size_t index = 0; index < segments_.size(); ++index) {
    const SliceRange slices = segments_[index]->slices();
    std::fill(of_slice_.begin() + slices.first, of_slice_.begin() + slices.last + 1, static_cast<uint32_t>(index));
  }
  return Status();
}

}  // namespace eddyline::state
