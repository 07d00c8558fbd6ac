#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "common/base/job_id.hpp"
#include "common/columnar/batch.hpp"
#include "schemas/control_messages.hpp"
#include "sql/session/statement_result.hpp"

namespace eddyline::sql {

/// A job that whoever runs it has taken.
struct SubmittedJob {
  JobId id;
  uint32_t slots_wanted = 0;
  /// Fewer than wanted: the job waits for them.
  uint32_t slots_free = 0;
};

/// The job of a SELECT was started again: of the rows given so far these come once more. Counted from 1.
struct RepeatedRows {
  uint64_t first = 1;
  uint64_t last = 0;
};

/// What a SELECT gives next.
using ResultPiece = std::variant<Batch, RepeatedRows>;

/// The rows of a running SELECT. Destroying it ends the job.
class QueryRows {
 public:
  virtual ~QueryRows() = default;
  /// The next rows, none at the end. Waits until there are some.
  /// Errors   kCancelled when the user ended the query; else why the job failed.
  virtual Result<std::optional<ResultPiece>> next() = 0;
  /// Nobody takes rows just now, and the query goes on all the same: to be called again and again meanwhile.
  virtual void stay_alive() {}
};

struct StartedQuery {
  SubmittedJob job;
  std::unique_ptr<QueryRows> rows;
};

/// Runs what a session planned: in this process, or on a cluster.
///
/// Errors   kNotFound for the id of a job that is not known, or no more.
class JobLauncher {
 public:
  virtual ~JobLauncher() = default;
  /// Starts a job that goes on by itself.
  virtual Result<SubmittedJob> submit(PlannedJob job) = 0;
  /// Until the job has ended, with its error. kCancelled when the user wants to wait no longer: the job goes on.
  virtual Status wait(const JobId& id) = 0;
  virtual Result<StartedQuery> query(QueryJob job) = 0;

  /// Every job that is known, also ended ones, in any order.
  virtual Result<std::vector<schemas::JobSummary>> list() = 0;
  virtual Result<schemas::JobSummary> describe(const JobId& id) = 0;
  /// Until the job has ended without more output.
  /// Errors   also kValidationError for a job that ended otherwise.
  virtual Status cancel(const JobId& id) = 0;
};

/// Ok for a job that finished, else why it did not.
/// Errors   a failed job's cause; kUnavailable for one that others ended.
Status job_result(const schemas::JobSummary& ended);
/// Ok for a job that ended because it was cancelled, else how it ended.
Status check_cancelled(const schemas::JobSummary& ended);

}  // namespace eddyline::sql
