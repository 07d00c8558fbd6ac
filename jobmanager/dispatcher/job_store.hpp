#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "common/clock/moment.hpp"
#include "jobmanager/job_master/job_view.hpp"

namespace eddyline::jobmanager {

/// Jobs that have ended, remembered for some time: the oldest are forgotten first.
class JobStore {
 public:
  JobStore(size_t jobs_max, std::chrono::milliseconds kept) : jobs_max_(jobs_max), kept_(kept) {}

  void add(JobView job, Moment now);
  /// Null for a job that is not remembered.
  const JobView* find(JobId job) const;
  const std::map<JobId, JobView>& all() const { return jobs_; }

  /// Forgets those whose time is over.
  void tick(Moment now);
  /// When tick() has something to do.
  std::optional<std::chrono::milliseconds> next_deadline() const;

 private:
  void forget_oldest();

  struct Age {
    JobId job;
    std::chrono::milliseconds ended{0};
  };
  size_t jobs_max_;
  std::chrono::milliseconds kept_;
  std::map<JobId, JobView> jobs_;
  /// Oldest first.
  std::deque<Age> ages_;
};

}  // namespace eddyline::jobmanager
