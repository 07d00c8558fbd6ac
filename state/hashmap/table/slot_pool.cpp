#include "state/hashmap/table/slot_pool.hpp"

#include <algorithm>
#include <cstring>

namespace eddyline::state {
namespace {

constexpr size_t kFirstBlockBytes = size_t{4} << 10;
constexpr size_t kBlockBytes = size_t{64} << 10;

}  // namespace

SlotPool::~SlotPool() {
  if (cut_.empty()) return;
  blocks_->free(cut_.front(), std::max(slot_bytes_, kFirstBlockBytes));
  for (size_t block = 1; block < cut_.size(); ++block) blocks_->free(cut_[block], std::max(slot_bytes_, kBlockBytes));
}

size_t SlotPool::block_bytes() const {
  return std::max(slot_bytes_, cut_.size() <= 1 ? kFirstBlockBytes : kBlockBytes);
}

uint8_t* SlotPool::allocate() {
  uint8_t* slot = free_;
  if (slot != nullptr) {
    std::memcpy(&free_, slot, sizeof(free_));
  } else {
    if (cut_.empty() || cut_used_ + slot_bytes_ > block_bytes()) {
      const size_t bytes = std::max(slot_bytes_, cut_.empty() ? kFirstBlockBytes : kBlockBytes);
      uint8_t* block = blocks_->allocate(bytes);
      if (block == nullptr) return nullptr;
      cut_.push_back(block);
      cut_used_ = 0;
    }
    slot = cut_.back() + cut_used_;
    cut_used_ += slot_bytes_;
  }
  std::memset(slot, 0, slot_bytes_);
  ++live_;
  return slot;
}

void SlotPool::free(uint8_t* slot) {
  std::memcpy(slot, &free_, sizeof(free_));
  free_ = slot;
  --live_;
}

}  // namespace eddyline::state
