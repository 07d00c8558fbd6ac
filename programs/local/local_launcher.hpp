#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "programs/local/failure_reports.hpp"
#include "programs/local/local_job_list.hpp"
#include "programs/local/process_services.hpp"
#include "sql/client/job_launcher.hpp"
#include "taskexecutor/job/local_executor.hpp"

namespace eddyline::programs {

/// Runs a script's jobs in this process.
///
/// Thread   interrupt(): any, also while another call waits; the rest: the script's.
class LocalLauncher final : public sql::JobLauncher {
 public:
  /// Both are borrowed. Failed jobs that nobody waits for are reported on `messages` as they fail.
  LocalLauncher(ProcessServices& services, TextOutput& messages);
  /// Ends what still runs.
  ~LocalLauncher() override;

  Result<sql::SubmittedJob> submit(sql::PlannedJob job) override;
  Status wait(const JobId& id) override { return executor_.wait(id); }
  Result<sql::StartedQuery> query(sql::QueryJob job) override;
  Result<std::vector<schemas::JobSummary>> list() override { return jobs_.list(); }
  Result<schemas::JobSummary> describe(const JobId& id) override { return jobs_.find(id); }
  Status cancel(const JobId& id) override;

  /// Until every submitted job has ended and failures are reported; the first error, which a cancelled job is not unless it was
  /// interrupted.
  Status wait_for_all();
  /// Ends all jobs, also the one whose rows are being read; none can be started afterwards. False if none is left to
  /// end.
  bool interrupt();

 private:
  Result<JobId> start(sql::PlannedJob job, std::shared_ptr<operators::ResultBuffer> results,
                      taskexecutor::LocalExecutor::OnEnd on_end);
  void note_result(const Status& result);
  void report_failure(const JobId& id, const std::string& name, const Status& result);

  MemoryPool& memory_;
  LocalJobList jobs_;
  std::mutex mutex_;
  /// Of the submitted jobs that have ended.
  Status first_error_;
  /// Goes after the executor, which posts to it.
  FailureReports reports_;
  taskexecutor::LocalExecutor executor_;
  std::atomic<bool> interrupted_{false};
};

}  // namespace eddyline::programs
