#include "jobmanager/resource_manager/slot_queue.hpp"

#include <algorithm>

namespace eddyline::jobmanager {

void SlotQueue::remove(JobId job) {
  std::erase_if(waiting_, [&](const Request& request) { return request.job == job; });
}

bool SlotQueue::contains(JobId job) const {
  return std::ranges::find(waiting_, job, &Request::job) != waiting_.end();
}

uint64_t SlotQueue::cost() const {
  uint64_t cost = 0;
  for (const Request& request : waiting_) cost += request.cost;
  return cost;
}

bool SlotQueue::is_kept_for(const Request& request, Milliseconds now) const {
  return request.slots <= slots_.total() && now - request.since >= timeout_ / 2;
}

uint32_t SlotQueue::free(Milliseconds now) const {
  const bool kept = std::ranges::any_of(waiting_, [&](const Request& request) { return is_kept_for(request, now); });
  return kept ? 0 : slots_.free();
}

std::vector<SlotQueue::Grant> SlotQueue::grant(Milliseconds now) {
  std::vector<Grant> grants;
  std::vector<Request> still_waiting;
  bool kept = false;
  for (Request& request : waiting_) {
    std::optional<std::vector<PeerId>> executors;
    if (!kept) executors = slots_.take(request.slots);
    if (executors) {
      grants.push_back({request.job, *std::move(executors)});
      continue;
    }
    kept = kept || is_kept_for(request, now);
    still_waiting.push_back(request);
  }
  waiting_ = std::move(still_waiting);
  return grants;
}

std::vector<JobId> SlotQueue::expire(Milliseconds now) {
  std::vector<JobId> expired;
  std::erase_if(waiting_, [&](const Request& request) {
    const bool over = now - request.since >= timeout_;
    if (over) expired.push_back(request.job);
    return over;
  });
  return expired;
}

std::optional<SlotQueue::Milliseconds> SlotQueue::next_deadline() const {
  if (waiting_.empty()) return std::nullopt;
  return waiting_.front().since + timeout_;
}

}  // namespace eddyline::jobmanager
