#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "common/base/random.hpp"
#include "common/logging/logger.hpp"
#include "jobmanager/dispatcher/job_counts.hpp"
#include "jobmanager/dispatcher/job_store.hpp"
#include "jobmanager/dispatcher/plan_requests.hpp"
#include "jobmanager/dispatcher/running_queries.hpp"
#include "jobmanager/dispatcher/submitted_jobs.hpp"
#include "jobmanager/dispatcher/waiting_clients.hpp"
#include "jobmanager/job_master/job_master.hpp"
#include "jobmanager/resource_manager/resource_manager.hpp"
#include "jobmanager/resource_manager/slot_queue.hpp"

namespace eddyline::jobmanager {

/// Takes jobs, has each one run by its job master as soon as there are slots, remembers what became of it, and answers clients.
///
/// A job becomes one when its plan has been read, beside the core; until then nobody knows of it but its client, with whom it goes.
///
/// Every event ends in settle() of the jobs that it may have changed: what a job has reached is told to those who wait for it,
/// and slots that have come free are given to the jobs that wait for them.
///
/// Thread   the core's.
class Dispatcher {
 public:
  Dispatcher(const CoreSettings& settings, PlanRequests& plans, ResourceManager& resources, Outbox& outbox, Random random,
             const Logger& log);

  // Clients. Each request is answered, now or later.
  void submit(PeerId client, schemas::SubmitJob request, Moment now);
  void list(PeerId client, const schemas::ListJobs& request) const;
  void describe(PeerId client, const schemas::DescribeJob& request) const;
  void cancel(PeerId client, const schemas::CancelJob& request, Moment now);
  void await(PeerId client, const schemas::AwaitJob& request);
  void fetch(PeerId client, const schemas::FetchJobRows& request, Moment now);
  void on_client_gone(PeerId client, Moment now);
  /// What came of a plan that was to be read.
  void on_plan_read(SubmissionId submission, Result<JobTopology> topology, Moment now);

  // Task executors. False for messages that no honest executor sends.
  bool on_deployed(PeerId executor, const schemas::JobDeployed& message, Moment now);
  bool on_subtask_changed(PeerId executor, const schemas::SubtaskChanged& message, Moment now);
  bool on_rows(PeerId executor, schemas::FetchedRows message, Moment now) {
    return queries_.on_rows(executor, std::move(message), now);
  }
  /// Its slots are out of the pool already.
  void on_executor_lost(PeerId executor, const Status& why, Moment now);

  /// Gives free slots to jobs that wait.
  void serve_waiting_jobs(Moment now);
  void tick(Moment now);
  /// When tick() has something to do.
  std::optional<std::chrono::milliseconds> next_deadline() const;
  /// Every job that goes on is suspended, and those who wait are told.
  void suspend_all(Moment now);

  /// Errors   kNotFound; kValidationError for a job that has ended otherwise than by being cancelled.
  Status cancel_job(JobId job, Moment now);
  std::optional<JobView> job(JobId id) const;
  JobCounts counts() const;
  /// All that are remembered, in order of submission.
  std::vector<JobView> jobs() const;

 private:
  /// A plan that waits to be read, and who waits for it; nobody, when that client went while it was being read.
  struct Submission {
    std::optional<PeerId> client;
    std::shared_ptr<const schemas::SubmitJob> job;
    /// Bytes.
    uint64_t cost = 0;
  };

  Status check_submission(const schemas::SubmitJob& job) const;
  void read_next_plan();
  /// Forgets those for which it says so, except the one that is being read: that has no client from then on.
  void drop_submissions(const std::function<bool(const Submission&)>& dropped);
  /// Errors   kUnavailable: it would have to wait for slots with more than may wait.
  Status check_wait(const JobDescription& job, Moment now) const;
  Result<JobDescription> describe_job(const Submission& submission, Result<JobTopology> topology);
  void add_job(PeerId client, JobDescription description, Moment now);
  void refuse_job(PeerId client, schemas::RequestId request, const Status& reason) const;
  void refuse(PeerId client, schemas::RequestId request, const Status& reason) const;
  const schemas::JobSummary* find_summary(JobId job) const;
  /// Also of a job that this client has submitted and nobody else can find any more.
  const schemas::JobSummary* find_summary(PeerId client, JobId job) const;
  JobMaster* find(JobId job) const;
  JobMaster* find(schemas::AttemptId attempt) const;

  /// What follows from what has become of a job; the job master may be gone after it.
  void settle(JobMaster& job, Moment now);
  void end(JobMaster& job, Moment now);
  void tick_jobs(Moment now);
  /// Nothing to do for a job that has ended.
  void cancel_if_there(JobId job, std::string_view reason, Moment now);

  const std::string build_;
  const std::chrono::milliseconds deployment_timeout_;
  PlanRequests& plans_;
  ResourceManager& resources_;
  Outbox& outbox_;
  Random random_;
  Logger log_;
  SlotQueue queue_;
  JobStore store_;
  WaitingClients waiting_;
  /// Those that have not ended.
  std::map<JobId, std::unique_ptr<JobMaster>> jobs_;
  std::map<schemas::AttemptId, JobMaster*> by_attempt_;
  RunningQueries queries_;
  SubmittedJobs submitted_;
  /// In order of submission.
  std::map<SubmissionId, Submission> submissions_;
  /// The one of them whose plan is being read.
  std::optional<SubmissionId> reading_;
  /// Of `submissions_`.
  uint64_t unread_cost_ = 0;
  uint64_t next_submission_ = 1;
};

}  // namespace eddyline::jobmanager
