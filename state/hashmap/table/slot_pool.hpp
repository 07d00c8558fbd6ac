#pragma once

#include <cstdint>
#include <vector>

#include "state/hashmap/table/block_allocator.hpp"

namespace eddyline::state {

/// Slots of one width that stay where they are, cut from blocks and kept in a free list.
/// Thread   one.
class SlotPool {
 public:
  SlotPool(BlockAllocator& blocks, size_t slot_bytes) : blocks_(&blocks), slot_bytes_(slot_bytes) {}
  ~SlotPool();
  SlotPool(const SlotPool&) = delete;
  SlotPool& operator=(const SlotPool&) = delete;

  /// A zeroed slot; null when memory is used up.
  uint8_t* allocate();
  void free(uint8_t* slot);
  size_t size() const { return live_; }

 private:
  size_t block_bytes() const;

  BlockAllocator* blocks_;
  size_t slot_bytes_;
  size_t live_ = 0;
  uint8_t* free_ = nullptr;  ///< the first 8 bytes of a free slot are the next one's address
  std::vector<uint8_t*> cut_;
  size_t cut_used_ = 0;
};

}  // namespace eddyline::state
