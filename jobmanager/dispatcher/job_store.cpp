#include "jobmanager/dispatcher/job_store.hpp"

namespace eddyline::jobmanager {

void JobStore::add(JobView job, Moment now) {
  const JobId id = job.summary.job;
  if (!jobs_.emplace(id, std::move(job)).second) return;
  ages_.push_back({id, now.steady});
  if (ages_.size() > jobs_max_) forget_oldest();
}

const JobView* JobStore::find(JobId job) const {
  const auto found = jobs_.find(job);
  return found == jobs_.end() ? nullptr : &found->second;
}

void JobStore::forget_oldest() {
  jobs_.erase(ages_.front().job);
  ages_.pop_front();
}

void JobStore::tick(Moment now) {
  while (!ages_.empty() && ages_.front().ended + kept_ <= now.steady) forget_oldest();
}

std::optional<std::chrono::milliseconds> JobStore::next_deadline() const {
  if (ages_.empty()) return std::nullopt;
  return ages_.front().ended + kept_;
}

}  // namespace eddyline::jobmanager
