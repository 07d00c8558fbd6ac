#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace eddyline::state {

/// Positions of rows by deadline: buckets of a width that doubles when there are too many, so that adding costs next to
/// nothing when deadlines come in order and a tree step when they do not, and a partial look reads one bucket.
///
/// It keeps positions only; who asks knows a position's exact deadline.
class DeadlineCalendar {
 public:
  void add(int64_t deadline, uint32_t position);
  bool empty() const { return buckets_.empty(); }
  /// No deadline is earlier; none if empty.
  std::optional<int64_t> lower_bound() const;
  /// Last instant of the first bucket; CHECKs !empty().
  int64_t first_bucket_end() const;

  /// Calls take(position) for every position that may have a deadline <= until; those for which it answers false stay.
  template <class Take>
  void take_until(int64_t until, Take&& take) {
    while (!buckets_.empty() && start_of(buckets_.begin()->first) <= until) {
      std::vector<uint32_t>& positions = buckets_.begin()->second;
      std::erase_if(positions, take);
      if (!positions.empty()) return;
      if (last_bucket_ == &positions) last_bucket_ = nullptr;
      buckets_.erase(buckets_.begin());
    }
  }

 private:
  int64_t start_of(int64_t key) const { return key * (int64_t{1} << shift_); }
  void widen();

  int shift_ = 0;
  std::map<int64_t, std::vector<uint32_t>> buckets_;
  // The bucket added to last: rows that arrive in order hit it again.
  int64_t last_key_ = 0;
  std::vector<uint32_t>* last_bucket_ = nullptr;
};

}  // namespace eddyline::state
