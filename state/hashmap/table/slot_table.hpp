#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/hash.hpp"
#include "state/hashmap/table/block_allocator.hpp"
#include "state/hashmap/table/counted_bytes.hpp"
#include "state/hashmap/table/group_slices.hpp"
#include "state/hashmap/table/segment_changes.hpp"
#include "state/hashmap/table/slot_snapshot.hpp"
#include "state/keyed_state_backend.hpp"

namespace eddyline::state {

/// What a SlotTable asks about slots it moves.
class SlotOwner {
 public:
  virtual ~SlotOwner() = default;
  virtual uint64_t hash_of(const uint8_t* slot) const = 0;
  /// False for a slot that may go (its time to live is over); the owner then lets go what the slot holds.
  virtual bool keep(uint8_t* slot) = 0;
};

/// Open addressing over slots of one width, in segments of consecutive key groups or of slices of one. The first four bytes of
/// a slot are its tag.
///
/// The upper half of a hash gives the key group and its slice, the lower half the place. A segment that outgrows its size is split
/// in two, so that no rebuild takes long; it grows further only if all its hashes are of one slice, however fine. Slots move in
/// make_room() alone. Thread   one.
class SlotTable {
 public:
  SlotTable(const KeyedStateOptions& options, BlockAllocator& blocks, size_t slot_bytes, SlotOwner& owner);
  ~SlotTable();
  SlotTable(const SlotTable&) = delete;
  SlotTable& operator=(const SlotTable&) = delete;

  Status open();

  /// Where the search for the hash begins: to be fetched ahead. (A const function that does no more than fetch ahead is no work in
  /// g++'s eyes: it drops the calls.)
  const uint8_t* first_slot(uint64_t hash) const { return start(place_of(hash), hash); }

  /// The slot of this hash for which equals(slot) holds; null if there is none.
  template <class Equals>
  uint8_t* find(uint64_t hash, Equals&& equals) const {
    const Place& place = place_of(hash);
    const uint32_t tag = tag_of(hash);
    for (uint8_t* slot = start(place, hash);;) {
      const uint32_t found = tag_at(slot);
      if (found == tag && equals(slot)) return slot;
      if (found == kEmpty) return nullptr;
      slot += slot_bytes_;
      if (slot == place.end) slot = place.begin;
    }
  }

  /// Makes room for one slot a hash; true if slots moved.
  Result<bool> make_room(std::span<const uint64_t> hashes);
  /// A zeroed slot but for its tag; there is room. The key must not be there yet.
  uint8_t* insert(uint64_t hash);
  void erase(uint8_t* slot, uint64_t hash);

  /// `slot`, of this hash, or what it leads to, is about to be written to.
  void touch(uint64_t hash, const uint8_t* slot) {
    const uint32_t segment = place_of(hash).segment;
    changes_.note(segment);
    snapshot_.before_change(segment, slot);
  }
  SegmentChanges& changes() { return changes_; }
  const SegmentChanges& changes() const { return changes_; }

  /// Begins a snapshot of the slots as they are now; `reader` is borrowed until it is over. As SlotSnapshot.
  void begin_snapshot(SlotReader& reader);
  bool advance_snapshot(size_t slots) { return snapshot_.advance(slots); }
  void end_snapshot() { snapshot_.end(); }
  bool in_snapshot() const { return snapshot_.active(); }

  size_t size() const { return live_; }
  /// Bytes of the largest segment: what one rebuild moves at most.
  size_t largest_segment_bytes() const;
  /// Calls visit(slot) for every slot.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Segment& segment : segments_) for_each_in(segment, visit);
  }

 private:
  static constexpr uint32_t kEmpty = 0;
  static constexpr uint32_t kErased = 1;

  struct Segment {
    SliceRange slices;
    uint8_t* begin = nullptr;
    uint8_t* end = nullptr;
    size_t block_bytes = 0;
    uint32_t capacity = 0;
    uint32_t live = 0;
    uint32_t used = 0;  ///< live and erased
  };
  /// Where the slots of a slice lie: a copy of its segment's bounds.
  struct Place {
    uint8_t* begin;
    uint8_t* end;
    uint32_t capacity;
    uint32_t segment;
  };

  static uint32_t tag_at(const uint8_t* slot) {
    uint32_t tag;
    std::memcpy(&tag, slot, sizeof(tag));
    return tag;
  }
  static uint32_t tag_of(uint64_t hash) {
    const uint32_t tag = static_cast<uint32_t>(hash >> 32) ^ static_cast<uint32_t>(hash);
    return tag > kErased ? tag : tag + 2;
  }
  const Place& place_of(uint64_t hash) const { return places_[slices_.of(hash)]; }
  uint8_t* start(const Place& place, uint64_t hash) const {
    const uint64_t index = (uint64_t{static_cast<uint32_t>(hash)} * place.capacity) >> 32;
    return place.begin + index * slot_bytes_;
  }

  template <class Visit>
  void for_each_in(const Segment& segment, Visit&& visit) const {
    for (uint8_t* slot = segment.begin; slot != segment.end; slot += slot_bytes_) {
      if (tag_at(slot) > kErased) visit(slot);
    }
  }
  static bool has_room(const Segment& segment, size_t more);
  Result<Segment> make_segment(SliceRange slices, size_t entries);
  Status rebuild(size_t index, size_t more);
  /// The slices that the segment's slots lie in: more than one, if refining can bring that about.
  Result<SliceRange> spread(size_t index);
  SliceRange slices_used(const Segment& segment) const;
  Status split(const Segment& old, uint32_t middle, size_t more, std::vector<Segment>& fresh);
  void move_slots(const Segment& from, std::span<Segment> to);
  void free_segment(const Segment& segment);
  /// Enters a segment's bounds for its slices.
  void route(size_t index);
  Status route_all();

  GroupSlices slices_;
  BlockAllocator* blocks_;
  size_t slot_bytes_;
  SlotOwner* owner_;
  size_t live_ = 0;
  std::vector<Segment> segments_;
  SegmentChanges changes_;
  SlotSnapshot snapshot_;
  std::vector<Place> places_;  ///< by slice
  CountedBytes route_memory_;
  std::vector<uint32_t> more_;
};

}  // namespace eddyline::state
