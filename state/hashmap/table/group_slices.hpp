#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/base/ids.hpp"

namespace eddyline::state {

/// Consecutive slices [first, last].
struct SliceRange {
  uint32_t first = 0;
  uint32_t last = 0;
  bool contains(uint32_t slice) const { return first <= slice && slice <= last; }
  uint32_t count() const { return last - first + 1; }
  SliceRange below(uint32_t slice) const { return {first, slice - 1}; }
  SliceRange from(uint32_t slice) const { return {slice, last}; }
  uint32_t middle() const { return first + count() / 2; }
  void extend_to(uint32_t slice) {
    first = std::min(first, slice);
    last = std::max(last, slice);
  }
  /// The same hashes after GroupSlices::refine().
  SliceRange refined() const { return {2 * first, 2 * last + 1}; }
};

/// Cuts the hashes of a run of key groups into equal slices, one a group at first: what the segments of a state are made of. A
/// segment of one slice that grows too large is split once the slices are refined.
class GroupSlices {
 public:
  GroupSlices(MaxParallelism max_parallelism, KeyGroupRange groups)
      : per_hash_space_(max_parallelism.value()), first_(groups.first.value()), count_(groups.count()) {}

  /// As key_group_of(), with more bits of the hash's upper half.
  uint32_t of(uint64_t hash) const { return static_cast<uint32_t>(((hash >> 32) * per_hash_space_) >> 32) - first_; }
  uint32_t count() const { return count_; }
  SliceRange all() const { return {0, count_ - 1}; }

  /// False when there are many slices a segment already: hashes that are all alike are not separated by more of them.
  bool may_refine(size_t segments) const {
    return count_ <= kMostSlicesPerSegment * segments && per_hash_space_ <= kMostSlices / 2;
  }
  /// Halves every slice.
  void refine() {
    per_hash_space_ *= 2;
    first_ *= 2;
    count_ *= 2;
  }

 private:
  static constexpr size_t kMostSlicesPerSegment = 256;
  static constexpr uint64_t kMostSlices = uint64_t{1} << 24;

  uint64_t per_hash_space_;
  uint32_t first_;
  uint32_t count_;
};

}  // namespace eddyline::state
