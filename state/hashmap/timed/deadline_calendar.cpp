#include "state/hashmap/timed/deadline_calendar.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace eddyline::state {
namespace {

constexpr size_t kMostBuckets = 2048;
constexpr size_t kFewestPositions = 4;
/// A bucket without positions: a node of the tree.
constexpr size_t kBucketBytes = 80;

}  // namespace

bool DeadlineCalendar::add(int64_t deadline, uint32_t position) {
  const int64_t key = deadline >> shift_;
  if (last_bucket_ == nullptr || key != last_key_) {
    if (buckets_.size() >= kMostBuckets && !buckets_.contains(key)) return widen() && add(deadline, position);
    if (!open_bucket(key)) return false;
  }
  std::vector<uint32_t>& positions = *last_bucket_;
  if (positions.size() == positions.capacity()) {
    const size_t grown = std::max(positions.capacity() * 2, kFewestPositions);
    const size_t more = (grown - positions.capacity()) * sizeof(uint32_t);
    if (!memory_.grow_to(bytes_ + more)) return false;
    positions.reserve(grown);
    bytes_ += more;
  }
  positions.push_back(position);
  return true;
}

bool DeadlineCalendar::open_bucket(int64_t key) {
  auto bucket = buckets_.find(key);
  if (bucket == buckets_.end()) {
    if (!memory_.grow_to(bytes_ + kBucketBytes)) return false;
    bytes_ += kBucketBytes;
    bucket = buckets_.try_emplace(key).first;
  }
  last_bucket_ = &bucket->second;
  last_key_ = key;
  return true;
}

std::optional<int64_t> DeadlineCalendar::lower_bound() const {
  if (buckets_.empty()) return std::nullopt;
  return start_of(buckets_.begin()->first);
}

int64_t DeadlineCalendar::first_bucket_end() const {
  CHECK(!buckets_.empty()) << "an empty calendar has no bucket";
  return start_of(buckets_.begin()->first) + ((int64_t{1} << shift_) - 1);
}

size_t DeadlineCalendar::count_until(int64_t until) const {
  size_t count = 0;
  for (const auto& [key, positions] : buckets_) {
    if (start_of(key) > until) break;
    count += positions.size();
  }
  return count;
}

void DeadlineCalendar::drop_first_bucket() {
  const auto first = buckets_.begin();
  if (last_bucket_ == &first->second) last_bucket_ = nullptr;
  bytes_ -= bytes_of(first->second);
  buckets_.erase(first);
  memory_.shrink_to(bytes_);
}

/// Two buckets become one, until there is room for as many again. False when memory for both is not to be had.
bool DeadlineCalendar::widen() {
  while (buckets_.size() > kMostBuckets / 2) {
    Buckets wider;
    size_t wider_bytes = 0;
    if (!memory_.grow_to(3 * bytes_)) return false;
    for (const auto& [key, positions] : buckets_) {
      std::vector<uint32_t>& to = wider[key >> 1];
      to.insert(to.end(), positions.begin(), positions.end());
    }
    for (const auto& [key, positions] : wider) wider_bytes += bytes_of(positions);
    ++shift_;
    buckets_.swap(wider);
    bytes_ = wider_bytes;
  }
  memory_.shrink_to(bytes_);
  last_bucket_ = nullptr;
  return true;
}

size_t DeadlineCalendar::bytes_of(const std::vector<uint32_t>& positions) {
  return kBucketBytes + positions.capacity() * sizeof(uint32_t);
}

}  // namespace eddyline::state
