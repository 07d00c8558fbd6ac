#pragma once

#include <map>
#include <vector>

#include "common/base/job_id.hpp"
#include "common/base/status.hpp"
#include "jobmanager/surroundings/outbox.hpp"

namespace eddyline::jobmanager {

/// Clients that are to be told the end of a job.
class WaitingClients {
 public:
  static constexpr size_t kRequestsOfClientMax = 1000;

  /// Errors   kValidationError when the client waits for too much already.
  Status add(JobId job, PeerId client, schemas::RequestId request);
  void remove_client(PeerId client);
  /// Tells all that wait for this job.
  void tell(const schemas::JobSummary& ended, Outbox& outbox);

 private:
  struct Request {
    PeerId client;
    schemas::RequestId request;
  };
  std::multimap<JobId, Request> by_job_;
  std::map<PeerId, size_t> requests_of_client_;
};

}  // namespace eddyline::jobmanager
