#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "common/base/job_id.hpp"
#include "jobmanager/resource_manager/slot_pool.hpp"

namespace eddyline::jobmanager {

/// Jobs that wait for slots, in order of submission.
///
/// A job that finds too few slots is overtaken by later ones that are content with what is free. After half of its time it is
/// not any more, unless the cluster as a whole is too small for it: what comes free is then kept for it, so that a stream of
/// small jobs cannot starve it, and a job that nothing but another executor can help holds up nobody.
class SlotQueue {
 public:
  using Milliseconds = std::chrono::milliseconds;
  struct Grant {
    JobId job;
    /// By slot.
    std::vector<PeerId> executor_of_slot;
  };

  SlotQueue(SlotPool& slots, Milliseconds timeout) : slots_(slots), timeout_(timeout) {}

  /// `cost`: of what is kept of the job while it waits, in bytes.
  void add(JobId job, uint32_t slots, uint64_t cost, Milliseconds now) { waiting_.push_back({job, slots, cost, now}); }
  /// Nothing to do for a job that does not wait.
  void remove(JobId job);
  bool contains(JobId job) const;
  size_t size() const { return waiting_.size(); }
  /// Of all that wait.
  uint64_t cost() const;
  /// What a job that comes now may have: none while what is free is kept for another one.
  uint32_t free(Milliseconds now) const;

  /// Takes slots for the jobs whose turn it is; they wait no longer.
  std::vector<Grant> grant(Milliseconds now);
  /// The jobs whose time is over; they wait no longer.
  std::vector<JobId> expire(Milliseconds now);
  /// When the first job's time is over.
  std::optional<Milliseconds> next_deadline() const;

 private:
  struct Request {
    JobId job;
    uint32_t slots = 0;
    uint64_t cost = 0;
    Milliseconds since{0};
  };

  /// Whether what is free is kept for this one.
  bool is_kept_for(const Request& request, Milliseconds now) const;

  SlotPool& slots_;
  Milliseconds timeout_;
  std::vector<Request> waiting_;
};

}  // namespace eddyline::jobmanager
