#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "state/hashmap/table/block_allocator.hpp"
#include "state/row/text_room.hpp"

namespace eddyline::state {

/// Slots of one width in slabs, in order of arrival, addressed by a position that only grows; whole slabs go at the
/// front.
///
/// A slab knows the largest time of its rows, so that expiry looks at slabs, not at rows.
/// Thread   one.
class TimedSlabs final : public TextRoom {
 public:
  TimedSlabs(BlockAllocator& blocks, size_t slot_bytes);
  ~TimedSlabs() override;
  TimedSlabs(const TimedSlabs&) = delete;
  TimedSlabs& operator=(const TimedSlabs&) = delete;

  /// First position still there; anything before is gone.
  uint32_t begin() const { return begin_; }
  /// One past the newest.
  uint32_t end() const { return end_; }
  uint32_t count() const { return end_ - begin_; }
  size_t slab_count() const { return rows_.size(); }
  uint32_t rows_per_slab() const { return slab_mask_ + 1; }

  uint8_t* at(uint32_t position) const {
    return rows_[(position >> slab_shift_) - first_slab_] + (position & slab_mask_) * slot_bytes_;
  }
  /// No row at or before this position is younger than the result.
  int64_t max_time_up_to(uint32_t position) const { return prefix_max_[(position >> slab_shift_) - first_slab_]; }

  /// A slot at position end() for a row of this time, contents undefined; null when memory is used up.
  uint8_t* append(int64_t time) {
    if ((end_ & slab_mask_) == 0 && !add_slab()) return nullptr;
    uint8_t* slot = rows_.back() + (end_ & slab_mask_) * slot_bytes_;
    ++end_;
    Slab& newest = slabs_.back();
    if (time > newest.max_time) {
      newest.max_time = time;
      prefix_max_.back() = std::max(prefix_max_.back(), time);
    }
    return slot;
  }
  /// Room in the newest slab's texts.
  char* allocate(size_t bytes) override;
  /// Lets slabs at the front go while all their rows have a time <= limit.
  void expire(int64_t limit);
  /// True if expire() would let any go.
  bool may_expire(int64_t limit) const;

 private:
  struct TextBlock {
    uint8_t* data;
    size_t bytes;
  };
  struct Slab {
    int64_t max_time = std::numeric_limits<int64_t>::min();
    std::vector<TextBlock> texts;
    size_t text_used = 0;
  };
  bool add_slab();
  void drop_front();

  BlockAllocator* blocks_;
  size_t slot_bytes_;
  uint32_t slab_shift_ = 0;
  uint32_t slab_mask_ = 0;
  size_t slab_bytes_ = 0;
  uint32_t first_slab_ = 0;
  uint32_t begin_ = 0;
  uint32_t end_ = 0;
  // By slab from first_slab_; three vectors so that a walk touches only what it needs.
  std::vector<uint8_t*> rows_;
  std::vector<int64_t> prefix_max_;
  std::vector<Slab> slabs_;
};

}  // namespace eddyline::state
