#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <vector>

#include "jobmanager/dispatcher/row_requests.hpp"
#include "jobmanager/job_master/job_master.hpp"

namespace eddyline::jobmanager {

/// The SELECTs whose clients have not got all their rows yet: of jobs that go on, and of jobs that have finished.
///
/// Thread   the core's.
class RunningQueries {
 public:
  explicit RunningQueries(Outbox& outbox) : outbox_(outbox) {}

  void add(const JobMaster& job, PeerId client, Moment now);
  bool contains(JobId job) const { return rows_.contains(job); }

  /// CHECKs contains(). Errors   another client's rows, or a request of it is being answered.
  Status fetch(PeerId client, const schemas::FetchJobRows& request, Moment now);
  /// False for an answer to nothing that was asked; one that nobody waits for any more is none of those.
  bool on_rows(PeerId executor, schemas::FetchedRows rows, Moment now);
  /// Passes on what the job has reached: its sink can be asked, or nothing follows from it.
  void on_job_changed(const JobMaster& job, Moment now);
  /// Jobs that have finished lose the rows that they kept there.
  void on_executor_lost(PeerId executor, Moment now);
  /// The jobs whose rows nobody wants any more; their rows are forgotten.
  std::vector<JobId> on_client_gone(PeerId client);
  std::vector<JobId> tick(Moment now);
  std::optional<std::chrono::milliseconds> next_deadline() const;

 private:
  using Rows = std::map<JobId, RowRequests>;
  /// Each is answered once, also when the client has been told something else meanwhile, or is gone.
  struct Asked {
    PeerId executor;
    JobId job;
  };

  void note_asked(const RowRequests& rows);
  Rows::iterator forget(Rows::iterator query);

  Outbox& outbox_;
  Rows rows_;
  /// What executors were asked and have not answered.
  std::map<schemas::RequestId, Asked> asked_;
  uint64_t next_request_ = 1;
};

}  // namespace eddyline::jobmanager
