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
    : hashing_(options.hashing),
      groups_(options.key_groups),
      blocks_(&blocks),
      slot_bytes_(slot_bytes),
      owner_(&owner),
      places_(options.key_groups.count()) {}

SlotTable::~SlotTable() {
  for (const Segment& segment : segments_) free_segment(segment);
}

Status SlotTable::open() {
  ASSIGN_OR_RETURN(Segment first, make_segment(groups_, 0));
  segments_.push_back(first);
  route();
  return Status();
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
  const uint32_t tag = kErased;
  std::memcpy(slot, &tag, sizeof(tag));
  --segments_[place_of(hash).segment].live;
  --live_;
}

Result<SlotTable::Segment> SlotTable::make_segment(KeyGroupRange groups, size_t entries) {
  Segment segment;
  segment.groups = groups;
  segment.block_bytes = BlockAllocator::block_bytes(std::max(slots_for(entries) * slot_bytes_, kFirstBytes));
  segment.begin = blocks_->allocate(segment.block_bytes);
  if (segment.begin == nullptr) return blocks_->status();
  segment.capacity = static_cast<uint32_t>(std::min<size_t>(segment.block_bytes / slot_bytes_, UINT32_MAX));
  segment.end = segment.begin + size_t{segment.capacity} * slot_bytes_;
  std::memset(segment.begin, 0, static_cast<size_t>(segment.end - segment.begin));
  return segment;
}

Status SlotTable::rebuild(size_t index, size_t more) {
  const Segment old = segments_[index];
  std::vector<Segment> fresh;
  if (slots_for(old.live + more) * slot_bytes_ > kSplitBytes && old.groups.count() > 1) {
    const KeyGroup middle(old.groups.first.value() + old.groups.count() / 2);
    const size_t below = count_below(old, middle);
    ASSIGN_OR_RETURN(Segment lower, make_segment({old.groups.first, KeyGroup(middle.value() - 1)}, below + more));
    fresh.push_back(lower);
    Result<Segment> upper = make_segment({middle, old.groups.last}, old.live - below + more);
    if (!upper.ok()) {
      free_segment(lower);
      return upper.status();
    }
    fresh.push_back(*upper);
  } else {
    ASSIGN_OR_RETURN(Segment grown, make_segment(old.groups, old.live + more));
    fresh.push_back(grown);
  }
  move_slots(old, fresh);
  free_segment(old);
  segments_[index] = fresh[0];
  if (fresh.size() > 1) segments_.insert(segments_.begin() + static_cast<std::ptrdiff_t>(index) + 1, fresh[1]);
  route();
  return Status();
}

size_t SlotTable::count_below(const Segment& segment, KeyGroup middle) const {
  size_t count = 0;
  for (const uint8_t* slot = segment.begin; slot != segment.end; slot += slot_bytes_) {
    if (tag_at(slot) <= kErased) continue;
    if (key_group_of(owner_->hash_of(slot), hashing_.max_parallelism) < middle) ++count;
  }
  return count;
}

void SlotTable::move_slots(const Segment& from, std::span<Segment> to) {
  live_ -= from.live;
  for (uint8_t* slot = from.begin; slot != from.end; slot += slot_bytes_) {
    if (tag_at(slot) <= kErased || !owner_->keep(slot)) continue;
    const uint64_t hash = owner_->hash_of(slot);
    Segment& segment = to[0].groups.contains(key_group_of(hash, hashing_.max_parallelism)) ? to[0] : to[1];
    uint8_t* target = start({segment.begin, segment.end, segment.capacity, 0}, hash);
    while (tag_at(target) != kEmpty) {
      target += slot_bytes_;
      if (target == segment.end) target = segment.begin;
    }
    std::memcpy(target, slot, slot_bytes_);
    ++segment.used;
    ++segment.live;
    ++live_;
  }
}

void SlotTable::free_segment(const Segment& segment) {
  blocks_->free(segment.begin, segment.block_bytes);
}

void SlotTable::route() {
  for (size_t index = 0; index < segments_.size(); ++index) {
    const Segment& segment = segments_[index];
    for (uint32_t group = segment.groups.first.value(); group <= segment.groups.last.value(); ++group) {
      places_[group - groups_.first.value()] = {segment.begin, segment.end, segment.capacity,
                                                static_cast<uint32_t>(index)};
    }
  }
}

}  // namespace eddyline::state
