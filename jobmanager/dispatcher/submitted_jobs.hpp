#pragma once

#include <deque>
#include <map>

#include "common/base/job_id.hpp"
#include "common/net/network.hpp"
#include "schemas/control_messages.hpp"

namespace eddyline::jobmanager {

/// How the jobs of a client have ended, for as long as it is there: it asks for that after the last rows, when the store may have
/// forgotten the job.
///
/// Thread   the core's.
class SubmittedJobs {
 public:
  /// A client asks about its latest jobs.
  static constexpr size_t kEndsOfClientMax = 16;

  void add(JobId job, PeerId client) { clients_.emplace(job, client); }
  void note_end(const schemas::JobSummary& job);
  /// How a job that this client has submitted has ended; null for others.
  const schemas::JobSummary* find(PeerId client, JobId job) const;
  void remove_client(PeerId client);

 private:
  /// Whose each job is that goes on.
  std::map<JobId, PeerId> clients_;
  /// Oldest first.
  std::map<PeerId, std::deque<schemas::JobSummary>> ends_;
};

}  // namespace eddyline::jobmanager
