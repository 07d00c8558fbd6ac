#include "state/hashmap/timed/timed_slabs.hpp"

#include <algorithm>
#include <bit>

#include "common/base/check.hpp"

namespace eddyline::state {
namespace {

constexpr size_t kSlabBytes = size_t{64} << 10;
constexpr size_t kFirstTextBytes = size_t{4} << 10;
constexpr size_t kTextBytes = size_t{64} << 10;
constexpr size_t kFewestRows = 16;

}  // namespace

TimedSlabs::TimedSlabs(BlockAllocator& blocks, size_t slot_bytes) : blocks_(&blocks), slot_bytes_(slot_bytes) {
  const size_t rows = std::bit_floor(std::max(kSlabBytes / slot_bytes, kFewestRows));
  slab_shift_ = static_cast<uint32_t>(std::countr_zero(rows));
  slab_mask_ = static_cast<uint32_t>(rows - 1);
  slab_bytes_ = rows * slot_bytes;
}

TimedSlabs::~TimedSlabs() {
  while (!slabs_.empty()) drop_front();
}

bool TimedSlabs::add_slab() {
  uint8_t* rows = blocks_->allocate(slab_bytes_);
  if (rows == nullptr) return false;
  rows_.push_back(rows);
  prefix_max_.push_back(prefix_max_.empty() ? std::numeric_limits<int64_t>::min() : prefix_max_.back());
  slabs_.emplace_back();
  return true;
}

char* TimedSlabs::allocate(size_t bytes) {
  CHECK(!slabs_.empty()) << "a text without a row";
  Slab& slab = slabs_.back();
  if (slab.texts.empty() || slab.text_used + bytes > slab.texts.back().bytes) {
    const size_t wanted = std::max(bytes, slab.texts.empty() ? kFirstTextBytes : kTextBytes);
    uint8_t* data = blocks_->allocate(wanted);
    if (data == nullptr) return nullptr;
    slab.texts.push_back({data, BlockAllocator::block_bytes(wanted)});
    slab.text_used = 0;
  }
  char* room = reinterpret_cast<char*>(slab.texts.back().data) + slab.text_used;
  slab.text_used += bytes;
  return room;
}

void TimedSlabs::expire(int64_t limit) {
  while (may_expire(limit)) drop_front();
}

bool TimedSlabs::may_expire(int64_t limit) const {
  if (slabs_.empty() || slabs_.front().max_time > limit) return false;
  // The newest slab stays while it has room: its rows go with those that fill it up.
  return slabs_.size() > 1 || (end_ & slab_mask_) == 0;
}

void TimedSlabs::drop_front() {
  for (const TextBlock& text : slabs_.front().texts) blocks_->free(text.data, text.bytes);
  blocks_->free(rows_.front(), slab_bytes_);
  rows_.erase(rows_.begin());
  prefix_max_.erase(prefix_max_.begin());
  slabs_.erase(slabs_.begin());
  ++first_slab_;
  begin_ = first_slab_ << slab_shift_;
}

}  // namespace eddyline::state
