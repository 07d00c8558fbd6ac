#pragma once

#include "common/clock/moment.hpp"
#include "common/logging/logger.hpp"
#include "jobmanager/job_master/job_view.hpp"

namespace eddyline::jobmanager {

/// The state a job is in, since when, and why it fails: the first cause stays. A log line for each change.
class JobStatus {
 public:
  JobStatus(JobId id, std::string name, const Logger& log, Moment now);

  schemas::JobState state() const { return summary_.state; }
  const schemas::JobSummary& summary() const { return summary_; }
  const JobTimestamps& timestamps() const { return timestamps_; }

  /// CHECKs that the job has not ended.
  void switch_to(schemas::JobState to, Moment now);
  /// With why it fails.
  void switch_to_failing(Status cause, Moment now);

 private:
  void enter(schemas::JobState state, Moment now);

  schemas::JobSummary summary_;
  JobTimestamps timestamps_;
  Logger log_;
};

}  // namespace eddyline::jobmanager
