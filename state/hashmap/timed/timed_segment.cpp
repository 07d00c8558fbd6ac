#include "state/hashmap/timed/timed_segment.hpp"

#include <algorithm>

namespace eddyline::state {
namespace {

// Positions are 32 bits wide and only grow; a rebuild starts them at 0 again.
constexpr uint32_t kLastPosition = uint32_t{1} << 31;
constexpr size_t kFirstSlabLimit = 4;

}  // namespace

TimedSegment::TimedSegment(BlockAllocator& blocks, const TimedRowShape& shape, SliceRange slices, size_t buckets)
    : blocks_(&blocks),
      shape_(&shape),
      slices_(slices),
      heads_(reinterpret_cast<uint32_t*>(blocks.allocate(buckets * sizeof(uint32_t)))),
      mask_(static_cast<uint32_t>(buckets - 1)),
      slab_limit_(kFirstSlabLimit),
      slabs_(blocks, shape.slot_bytes) {
  calendars_.reserve(shape.kinds.size());
  for (size_t kind = 0; kind < shape.kinds.size(); ++kind) calendars_.emplace_back(blocks);
  if (ok()) std::memset(heads_, 0, buckets * sizeof(uint32_t));
}

TimedSegment::~TimedSegment() {
  if (ok()) blocks_->free(reinterpret_cast<uint8_t*>(heads_), (size_t{mask_} + 1) * sizeof(uint32_t));
}

bool TimedSegment::schedule(uint8_t* slot, uint32_t position) {
  for (size_t kind = 0; kind < calendars_.size(); ++kind) {
    if (!shape_->is_waiting(slot, kind)) continue;
    if (!calendars_[kind].add(shape_->deadline(slot, kind), position)) return false;
  }
  return true;
}

bool TimedSegment::must_rebuild(size_t more) const {
  return slabs_.count() + more > size_t{mask_} + 1 || slabs_.end() + more > kLastPosition;
}

bool TimedSegment::wants_rebuild(size_t more) const {
  return must_rebuild(more) || slabs_.slab_count() + more / slabs_.rows_per_slab() > slab_limit_;
}

void TimedSegment::accept_growth() {
  slab_limit_ = std::max(slab_limit_, slabs_.slab_count() * 2 + 1);
}

size_t TimedSegment::count_live(int64_t limit) const {
  size_t live = 0;
  for (uint32_t position = slabs_.begin(); position != slabs_.end(); ++position) {
    if (header_of(slabs_.at(position)).time > limit) ++live;
  }
  return live;
}

}  // namespace eddyline::state
