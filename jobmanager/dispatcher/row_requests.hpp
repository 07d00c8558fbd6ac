#pragma once

#include <chrono>
#include <optional>

#include "common/base/job_id.hpp"
#include "common/clock/moment.hpp"
#include "jobmanager/surroundings/outbox.hpp"

namespace eddyline::jobmanager {

/// The rows of one SELECT on their way from the task executor that keeps them to the client that submitted it: one request at
/// a time, which waits here until the job has been started.
///
/// Thread   the core's.
class RowRequests {
 public:
  using Milliseconds = std::chrono::milliseconds;

  RowRequests(JobId job, schemas::AttemptId attempt, PeerId client, Milliseconds client_timeout, Outbox& outbox,
                Moment now)
      : job_(job),
        attempt_(attempt),
        client_(client),
        client_timeout_(client_timeout),
        outbox_(outbox),
        heard_(now.steady) {}

  JobId job() const { return job_; }
  PeerId client() const { return client_; }
  std::optional<PeerId> executor() const { return executor_; }
  /// Whether the client has got every row.
  bool complete() const { return complete_; }
  /// Whether it was told that it does not get them.
  bool failed() const { return failed_; }
  /// Whether the job has finished and the executor keeps the rest for the client.
  bool job_finished() const { return job_finished_; }
  void note_job_finished() { job_finished_ = true; }

  /// What was asked of the executor and has not been answered; nothing while nothing was.
  std::optional<schemas::RequestId> asked() const {
    return pending_ && pending_->sent ? std::optional(pending_->own) : std::nullopt;
  }

  /// Takes the client's request; `own` names it towards the executor. Errors   one is being answered already.
  Status fetch(const schemas::FetchJobRows& request, schemas::RequestId own, Moment now);
  /// The job's subtasks have been started, and its sink is there.
  void locate(PeerId executor, Moment now);
  /// Passes an answer on; false when it is none to what was asked last.
  bool on_rows(PeerId executor, schemas::FetchedRows rows, Moment now);
  /// No rows follow, because of `why`.
  void fail(const Status& why, Moment now);
  /// The executor is gone: nothing is said to it any more.
  void on_executor_lost() { executor_.reset(); }
  /// The executor may forget what it keeps for a job that has finished.
  void release();

  void tick(Moment now);
  /// Whether the client has given up: it has asked for nothing for client.timeout.
  bool is_abandoned(Moment now) const {
    return !pending_ && !complete_ && now.steady >= heard_ + client_timeout_;
  }
  /// When tick() or is_abandoned() has news.
  std::optional<Milliseconds> next_deadline() const;

 private:
  struct Pending {
    schemas::FetchJobRows request;
    schemas::RequestId own;
    bool sent = false;
    /// When the client is told that there are no rows yet, if it was not sent; else that the executor has not answered, or what
    /// it has answered.
    Milliseconds deadline{0};
    /// What the executor has answered; the job's own cause says more, and is waited for.
    Status error;
  };

  void send(Moment now);
  void answer(schemas::FetchedRows rows, Moment now);

  JobId job_;
  schemas::AttemptId attempt_;
  PeerId client_;
  Milliseconds client_timeout_;
  Outbox& outbox_;
  std::optional<PeerId> executor_;
  std::optional<Pending> pending_;
  /// When the client last asked, or was answered.
  Milliseconds heard_;
  bool complete_ = false;
  bool failed_ = false;
  bool job_finished_ = false;
};

}  // namespace eddyline::jobmanager
