#include "state/hashmap/table/slot_table.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace eddyline::state {
namespace {

constexpr size_t kFirstBytes = size_t{16} << 10;
// A rebuild of a segment of this size takes about a millisecond.
constexpr size_t kSplitBytes = size_t{1} << 20;

/// At most 5 of 8 slots are used: linear probing stays short.
constexpr size_t slots_for(size_t entries) {
  return entries * 8 / 5 + 1;
}

}  // namespace

SlotTable::SlotTable(const KeyedStateOptions& options, BlockAllocator& blocks, size_t slot_bytes, SlotOwner& owner)
    : slices_(options.hashing.max_parallelism, options.key_groups),
      blocks_(&blocks),
      slot_bytes_(slot_bytes),
      owner_(&owner),
      snapshot_(slot_bytes, kErased),
      route_memory_(blocks) {}

SlotTable::~SlotTable() {
  for (const Segment& segment : segments_) free_segment(segment);
}

Status SlotTable::open() {
  ASSIGN_OR_RETURN(Segment first, make_segment(slices_.all(), 0));
  segments_.push_back(first);
  changes_.add(0);
  return route_all();
}

void SlotTable::begin_snapshot(SlotReader& reader) {
  std::vector<SlotSnapshot::Run> runs;
  for (const Segment& segment : segments_) runs.push_back({segment.begin, segment.end});
  snapshot_.begin(reader, runs);
}

bool SlotTable::has_room(const Segment& segment, size_t more) {
  return slots_for(segment.used + more) <= segment.capacity;
}

Result<bool> SlotTable::make_room(std::span<const uint64_t> hashes) {
  bool moved = false;
  for (bool again = true; again;) {
    again = false;
    more_.assign(segments_.size(), 0);
    for (const uint64_t hash : hashes) ++more_[place_of(hash).segment];
    for (size_t index = 0; index < more_.size() && !again; ++index) {
      if (more_[index] == 0 || has_room(segments_[index], more_[index])) continue;
      const size_t segments_before = segments_.size();
      RETURN_IF_ERROR(rebuild(index, more_[index]));
      moved = true;
      // After a split the counts are of segments that are no more.
      again = segments_.size() != segments_before;
    }
  }
  return moved;
}

uint8_t* SlotTable::insert(uint64_t hash) {
  const Place& place = place_of(hash);
  uint8_t* slot = start(place, hash);
  while (tag_at(slot) > kErased) {
    slot += slot_bytes_;
    if (slot == place.end) slot = place.begin;
  }
  changes_.note(place.segment);
  snapshot_.before_change(place.segment, slot);
  Segment& segment = segments_[place.segment];
  if (tag_at(slot) == kEmpty) ++segment.used;
  ++segment.live;
  ++live_;
  const uint32_t tag = tag_of(hash);
  std::memcpy(slot, &tag, sizeof(tag));
  std::memset(slot + sizeof(tag), 0, slot_bytes_ - sizeof(tag));
  return slot;
}

void SlotTable::erase(uint8_t* slot, uint64_t hash) {
  CHECK(tag_at(slot) > kErased) << "a slot is erased twice";
  const uint32_t segment = place_of(hash).segment;
  changes_.note(segment);
  snapshot_.before_change(segment, slot);
  const uint32_t tag = kErased;
  std::memcpy(slot, &tag, sizeof(tag));
  --segments_[segment].live;
  --live_;
}

Result<SlotTable::Segment> SlotTable::make_segment(SliceRange slices, size_t entries) {
  Segment segment;
  segment.slices = slices;
  segment.block_bytes = BlockAllocator::block_bytes(std::max(slots_for(entries) * slot_bytes_, kFirstBytes));
  segment.begin = blocks_->allocate(segment.block_bytes);
  if (segment.begin == nullptr) return blocks_->status();
  segment.capacity = static_cast<uint32_t>(std::min<size_t>(segment.block_bytes / slot_bytes_, UINT32_MAX));
  segment.end = segment.begin + size_t{segment.capacity} * slot_bytes_;
  std::memset(segment.begin, 0, static_cast<size_t>(segment.end - segment.begin));
  return segment;
}

Status SlotTable::rebuild(size_t index, size_t more) {
  std::vector<Segment> fresh;
  if (slots_for(segments_[index].live + more) * slot_bytes_ > kSplitBytes) {
    ASSIGN_OR_RETURN(const SliceRange used, spread(index));
    if (used.count() > 1) RETURN_IF_ERROR(split(segments_[index], used.middle(), more, fresh));
  }
  const Segment old = segments_[index];
  if (fresh.empty()) {
    ASSIGN_OR_RETURN(Segment grown, make_segment(old.slices, old.live + more));
    fresh.push_back(grown);
  }
  snapshot_.before_move(index);
  move_slots(old, fresh);
  free_segment(old);
  segments_[index] = fresh[0];
  changes_.add(index);
  route(index);
  if (fresh.size() > 1) {
    changes_.add(segments_.size());
    segments_.push_back(fresh[1]);
    route(segments_.size() - 1);
  }
  return Status();
}

Result<SliceRange> SlotTable::spread(size_t index) {
  SliceRange used = slices_used(segments_[index]);
  while (used.count() == 1 && slices_.may_refine(segments_.size())) {
    slices_.refine();
    for (Segment& segment : segments_) segment.slices = segment.slices.refined();
    RETURN_IF_ERROR(route_all());
    used = slices_used(segments_[index]);
  }
  return used;
}

SliceRange SlotTable::slices_used(const Segment& segment) const {
  if (segment.live == 0) return segment.slices;
  SliceRange used{segment.slices.last, segment.slices.first};
  for_each_in(segment, [&](const uint8_t* slot) { used.extend_to(slices_.of(owner_->hash_of(slot))); });
  return used;
}

Status SlotTable::split(const Segment& old, uint32_t middle, size_t more, std::vector<Segment>& fresh) {
  const SliceRange below = old.slices.below(middle);
  size_t below_count = 0;
  for_each_in(old, [&](const uint8_t* slot) {
    below_count += below.contains(slices_.of(owner_->hash_of(slot))) ? 1 : 0;
  });
  ASSIGN_OR_RETURN(Segment lower, make_segment(below, below_count + more));
  Result<Segment> upper = make_segment(old.slices.from(middle), old.live - below_count + more);
  if (!upper.ok()) {
    free_segment(lower);
    return upper.status();
  }
  fresh = {lower, *upper};
  return Status();
}

size_t SlotTable::largest_segment_bytes() const {
  size_t largest = 0;
  for (const Segment& segment : segments_) largest = std::max(largest, segment.block_bytes);
  return largest;
}

void SlotTable::move_slots(const Segment& from, std::span<Segment> to) {
  live_ -= from.live;
  for_each_in(from, [&](uint8_t* slot) {
    if (!owner_->keep(slot)) return;
    const uint64_t hash = owner_->hash_of(slot);
    Segment& segment = to[0].slices.contains(slices_.of(hash)) ? to[0] : to[1];
    uint8_t* target = start({segment.begin, segment.end, segment.capacity, 0}, hash);
    while (tag_at(target) != kEmpty) {
      target += slot_bytes_;
      if (target == segment.end) target = segment.begin;
    }
    std::memcpy(target, slot, slot_bytes_);
    ++segment.used;
    ++segment.live;
    ++live_;
  });
}

void SlotTable::free_segment(const Segment& segment) {
  blocks_->free(segment.begin, segment.block_bytes);
}

void SlotTable::route(size_t index) {
  const Segment& segment = segments_[index];
  std::fill(places_.begin() + segment.slices.first, places_.begin() + segment.slices.last + 1,
            Place{segment.begin, segment.end, segment.capacity, static_cast<uint32_t>(index)});
}

Status SlotTable::route_all() {
  if (!route_memory_.grow_to(slices_.count() * sizeof(Place))) return blocks_->status();
  places_.resize(slices_.count());
  for (size_t index = 0; index < segments_.size(); ++index) route(index);
  return Status();
}

}  // namespace eddyline::state
