#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "state/hashmap/table/counted_bytes.hpp"

namespace eddyline::state {

/// Positions of rows by deadline: buckets of a width that doubles when there are too many, so that adding costs next to
/// nothing when deadlines come in order and a tree step when they do not, and a partial look reads one bucket.
///
/// It keeps positions only; who asks knows a position's exact deadline.
class DeadlineCalendar {
 public:
  explicit DeadlineCalendar(BlockAllocator& blocks) : memory_(blocks) {}

  /// False when memory is used up; nothing was added then.
  [[nodiscard]] bool add(int64_t deadline, uint32_t position);
  bool empty() const { return buckets_.empty(); }
  /// No deadline is earlier; none if empty.
  std::optional<int64_t> lower_bound() const;
  /// Last instant of the first bucket; CHECKs !empty().
  int64_t first_bucket_end() const;
  /// Positions that take_until() would look at if all before went.
  size_t count_until(int64_t until) const;

  /// Calls take(position) for every position that may have a deadline <= until; those for which it answers false stay.
  template <class Take>
  void take_until(int64_t until, Take&& take) {
    while (!buckets_.empty() && start_of(buckets_.begin()->first) <= until) {
      std::vector<uint32_t>& positions = buckets_.begin()->second;
      std::erase_if(positions, take);
      if (!positions.empty()) return;
      drop_first_bucket();
    }
  }

 private:
  using Buckets = std::map<int64_t, std::vector<uint32_t>>;

  int64_t start_of(int64_t key) const { return key * (int64_t{1} << shift_); }
  bool open_bucket(int64_t key);
  bool widen();
  void drop_first_bucket();
  static size_t bytes_of(const std::vector<uint32_t>& positions);

  int shift_ = 0;
  Buckets buckets_;
  // The bucket added to last: rows that arrive in order hit it again.
  int64_t last_key_ = 0;
  std::vector<uint32_t>* last_bucket_ = nullptr;
  /// Of all buckets.
  size_t bytes_ = 0;
  CountedBytes memory_;
};

}  // namespace eddyline::state
