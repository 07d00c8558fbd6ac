#include "jobmanager/resource_manager/slot_pool.hpp"

#include <queue>

#include "common/base/check.hpp"

namespace eddyline::jobmanager {
namespace {

/// An executor on the way to its next slot.
struct Load {
  PeerId executor;
  uint64_t total = 0;
  uint64_t taken = 0;

  /// Whether `other` is to be asked first: by the share that is given, then by free slots, then by age.
  bool operator<(const Load& other) const {
    const uint64_t own_share = taken * other.total;
    const uint64_t other_share = other.taken * total;
    if (own_share != other_share) return own_share > other_share;
    if (total - taken != other.total - other.taken) return total - taken < other.total - other.taken;
    return executor > other.executor;
  }
};

}  // namespace

void SlotPool::add(PeerId executor, uint32_t slots) {
  const bool is_new = executors_.emplace(executor, Slots{slots, 0}).second;
  CHECK(is_new) << "the executor has its slots in the pool";
  total_ += slots;
  free_ += slots;
}

void SlotPool::remove(PeerId executor) {
  const auto found = executors_.find(executor);
  if (found == executors_.end()) return;
  total_ -= found->second.total;
  free_ -= found->second.total - found->second.taken;
  executors_.erase(found);
}

uint32_t SlotPool::free_of(PeerId executor) const {
  const Slots& slots = executors_.at(executor);
  return slots.total - slots.taken;
}

std::optional<std::vector<PeerId>> SlotPool::take(uint32_t slots) {
  if (slots > free_) return std::nullopt;
  std::priority_queue<Load> loads;
  for (const auto& [executor, held] : executors_) {
    if (held.taken < held.total) loads.push({executor, held.total, held.taken});
  }
  std::vector<PeerId> taken;
  taken.reserve(slots);
  while (taken.size() < slots) {
    Load load = loads.top();
    loads.pop();
    taken.push_back(load.executor);
    ++executors_.at(load.executor).taken;
    if (++load.taken < load.total) loads.push(load);
  }
  free_ -= slots;
  return taken;
}

void SlotPool::give_back(PeerId executor) {
  const auto found = executors_.find(executor);
  if (found == executors_.end()) return;
  CHECK(found->second.taken > 0) << "a slot is given back twice";
  --found->second.taken;
  ++free_;
}

}  // namespace eddyline::jobmanager
