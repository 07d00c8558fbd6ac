#pragma once

#include <memory>
#include <optional>

#include "common/base/job_id.hpp"
#include "common/columnar/batch.hpp"
#include "sql/session/statement_result.hpp"

namespace eddyline::sql {

/// The rows of a running SELECT. Destroying it ends the job.
class QueryRows {
 public:
  virtual ~QueryRows() = default;
  /// The next rows, none at the end. Waits until there are some.
  /// Errors   kCancelled when the user ended the query; else why the job failed.
  virtual Result<std::optional<Batch>> next() = 0;
};

/// Runs what a session planned: in this process, or on a cluster.
class JobLauncher {
 public:
  virtual ~JobLauncher() = default;
  /// Starts a job that goes on by itself.
  virtual Result<JobId> submit(PlannedJob job) = 0;
  /// Until the job has ended, with its error.
  virtual Status wait(const JobId& id) = 0;
  virtual Result<std::unique_ptr<QueryRows>> query(QueryJob job) = 0;
};

}  // namespace eddyline::sql
