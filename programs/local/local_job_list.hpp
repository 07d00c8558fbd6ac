#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "common/clock/clock.hpp"
#include "schemas/control_messages.hpp"

namespace eddyline::programs {

/// What became of the jobs of this process, for SHOW JOBS. Forgets the oldest ended ones.
///
/// Thread   any.
class LocalJobList {
 public:
  static constexpr size_t kEndedJobsKept = 1000;

  /// Borrowed.
  explicit LocalJobList(const Clock& clock) : clock_(clock) {}

  void note_start(const JobId& id, const std::string& name);
  /// Before the job's end is noted.
  void note_cancel(const JobId& id);
  /// Also of a job whose start has not been noted yet: a short one ends while it is being submitted.
  void note_end(const JobId& id, const Status& result);

  std::vector<schemas::JobSummary> list() const;
  /// Errors   kNotFound.
  Result<schemas::JobSummary> find(const JobId& id) const;

 private:
  const Clock& clock_;
  mutable std::mutex mutex_;
  std::map<JobId, schemas::JobSummary> jobs_;
  /// Oldest first.
  std::deque<JobId> ended_;
};

}  // namespace eddyline::programs
