#include "state/hashmap/timed/timed_segments.hpp"

#include <algorithm>
#include <bit>

#include "state/row/row_codec.hpp"

namespace eddyline::state {
namespace {

constexpr size_t kFewestBuckets = 1024;
// A segment with more rows is split while it has groups to split: rebuilding one takes a few milliseconds.
constexpr size_t kMostRowsBeforeSplit = size_t{64} << 10;

size_t buckets_for(size_t rows) {
  return std::bit_ceil(std::max(rows * 2, kFewestBuckets));
}

}  // namespace

TimedSegments::TimedSegments(const KeyedStateOptions& options, BlockAllocator& blocks, const TimedRowShape& shape)
    : hashing_(options.hashing),
      groups_(options.key_groups),
      first_group_(options.key_groups.first.value()),
      blocks_(&blocks),
      shape_(&shape),
      of_group_(options.key_groups.count()) {}

Status TimedSegments::open() {
  return add_segment(segments_, groups_, 0);
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
  const KeyGroupRange groups = old.groups();
  std::vector<std::unique_ptr<TimedSegment>> fresh;
  if (live > kMostRowsBeforeSplit && groups.count() > 1) {
    const KeyGroup middle(groups.first.value() + groups.count() / 2);
    RETURN_IF_ERROR(add_segment(fresh, {groups.first, KeyGroup(middle.value() - 1)}, live / 2 + more));
    RETURN_IF_ERROR(add_segment(fresh, {middle, groups.last}, live / 2 + more));
  } else {
    RETURN_IF_ERROR(add_segment(fresh, groups, live + more));
  }
  RETURN_IF_ERROR(move_rows(old, fresh, limit));
  segments_[index] = std::move(fresh[0]);
  if (fresh.size() > 1) {
    segments_.insert(segments_.begin() + static_cast<std::ptrdiff_t>(index) + 1, std::move(fresh[1]));
    route();
  }
  return Status();
}

Status TimedSegments::add_segment(std::vector<std::unique_ptr<TimedSegment>>& to, KeyGroupRange groups, size_t rows) {
  to.push_back(std::make_unique<TimedSegment>(*blocks_, *shape_, groups, buckets_for(rows)));
  return to.back()->ok() ? Status() : blocks_->status();
}

Status TimedSegments::move_rows(TimedSegment& from, std::vector<std::unique_ptr<TimedSegment>>& to,
                                int64_t limit) const {
  const TimedSlabs& slabs = from.slabs();
  for (uint32_t position = slabs.begin(); position != slabs.end(); ++position) {
    const uint8_t* old = slabs.at(position);
    const TimedRowHeader& header = header_of(old);
    if (header.time <= limit) continue;
    const uint64_t hash = hash_of(old);
    TimedSegment& target = *to[to[0]->groups().contains(key_group_of(hash, hashing_.max_parallelism)) ? 0 : 1];
    uint8_t* slot = target.append(hash, header.time, header.sequence, header.flags);
    if (slot == nullptr) return blocks_->status();
    const uint32_t next = header_of(slot).next;
    std::memcpy(slot, old, shape_->slot_bytes);
    header_of(slot).next = next;
    if (!copy_texts(slot, shape_->row, target.slabs())) return blocks_->status();
    target.schedule(slot, target.slabs().end() - 1);
  }
  for (const auto& segment : to) segment->accept_growth();
  return Status();
}

void TimedSegments::route() {
  for (size_t index = 0; index < segments_.size(); ++index) {
    const KeyGroupRange groups = segments_[index]->groups();
    for (uint32_t group = groups.first.value(); group <= groups.last.value(); ++group) {
      of_group_[group - first_group_] = static_cast<uint32_t>(index);
    }
  }
}

}  // namespace eddyline::state
