#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/columnar/batch.hpp"
#include "sql/session/statement_result.hpp"
#include "tests/sql/harness/script_connector.hpp"

namespace eddyline::sql_tests {

/// Jobs that run side by side while a test feeds their tables. Destroying it ends them.
class JobRun {
 public:
  virtual ~JobRun() = default;

  /// The next job, counted from 0. `columns`: those of a SELECT.
  virtual Status start(sql::PlannedJob job, const std::optional<RowType>& columns) = 0;
  virtual void feed(const std::string& table, ScriptTables::Event event) = 0;
  /// Lets everything happen that the jobs have to do and what is due within kSettleMs.
  virtual Status settle() = 0;
  /// Errors   kNotSupported without a virtual clock.
  virtual Status run_for_ms(int64_t milliseconds) = 0;
  /// Of all jobs that have not ended.
  virtual Status take_checkpoint() { return not_supported("checkpoints where these jobs run"); }
  /// Ends the jobs where they are, and begins them again with their last checkpoint, in another parallelism if they have several.
  virtual Status restore() { return not_supported("checkpoints where these jobs run"); }
  /// Until all have ended; the first error of a job, or of one that does not end.
  virtual Status run_to_end() = 0;
  /// The rows of a SELECT that came since they were last taken.
  virtual Result<std::vector<Batch>> take_rows(size_t job) = 0;
  /// Of the jobs, once they are settled.
  virtual Status first_error() = 0;
  /// The error of a job that goes on though its input has ended.
  virtual Status must_have_ended() = 0;
};

/// Longer than the interval of watermarks and the time for which producers hold back rows.
inline constexpr int64_t kSettleMs = 200;

}  // namespace eddyline::sql_tests
