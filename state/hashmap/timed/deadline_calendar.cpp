#include "state/hashmap/timed/deadline_calendar.hpp"

#include "common/base/check.hpp"

namespace eddyline::state {
namespace {

constexpr size_t kMostBuckets = 2048;

}  // namespace

void DeadlineCalendar::add(int64_t deadline, uint32_t position) {
  const int64_t key = deadline >> shift_;
  if (last_bucket_ == nullptr || key != last_key_) {
    if (buckets_.size() >= kMostBuckets && !buckets_.contains(key)) {
      widen();
      return add(deadline, position);
    }
    last_bucket_ = &buckets_[key];
    last_key_ = key;
  }
  last_bucket_->push_back(position);
}

std::optional<int64_t> DeadlineCalendar::lower_bound() const {
  if (buckets_.empty()) return std::nullopt;
  return start_of(buckets_.begin()->first);
}

int64_t DeadlineCalendar::first_bucket_end() const {
  CHECK(!buckets_.empty()) << "an empty calendar has no bucket";
  return start_of(buckets_.begin()->first) + ((int64_t{1} << shift_) - 1);
}

void DeadlineCalendar::widen() {
  while (buckets_.size() > kMostBuckets / 2) {
    ++shift_;
    std::map<int64_t, std::vector<uint32_t>> wider;
    for (const auto& [key, positions] : buckets_) {
      std::vector<uint32_t>& to = wider[key >> 1];
      to.insert(to.end(), positions.begin(), positions.end());
    }
    buckets_.swap(wider);
  }
  last_bucket_ = nullptr;
}

}  // namespace eddyline::state
