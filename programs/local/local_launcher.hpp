#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "expression/time_zone.hpp"
#include "operators/sink/result_buffer.hpp"
#include "programs/local/process_services.hpp"
#include "sql/client/job_launcher.hpp"
#include "taskexecutor/job/local_job.hpp"
#include "taskexecutor/job/thread_driver.hpp"

namespace eddyline::programs {

/// Runs jobs in this process, a thread a subtask, side by side.
///
/// Thread   interrupt(): any, also while another call waits; the rest: the script's.
class LocalLauncher final : public sql::JobLauncher {
 public:
  /// All borrowed. Failed jobs are reported on `messages` as they fail.
  LocalLauncher(ProcessServices& services, TextOutput& messages) : services_(services), messages_(messages) {}
  /// Ends what still runs.
  ~LocalLauncher() override;

  Result<std::string> submit(sql::PlannedJob job) override;
  Status wait(const std::string& job_id) override;
  Result<std::unique_ptr<sql::QueryRows>> query(sql::QueryJob job) override;

  /// Until every submitted job has ended; the first error.
  Status wait_for_all();
  /// Ends all jobs, the one that query() gave included; nothing can be started afterwards.
  void interrupt();

 private:
  class Rows;
  /// A job and all that must outlive it.
  struct Running {
    std::string id;
    std::string name;
    std::unique_ptr<expression::TimeZone> time_zone;
    std::shared_ptr<operators::ResultBuffer> results;
    std::unique_ptr<taskexecutor::LocalJob> job;
    std::unique_ptr<taskexecutor::ThreadDriver> driver;
    std::thread reporter;
  };

  Result<std::shared_ptr<Running>> start(sql::PlannedJob job, std::shared_ptr<operators::ResultBuffer> results);
  void report_failure(const Running& running);

  ProcessServices& services_;
  TextOutput& messages_;
  std::mutex mutex_;
  bool interrupted_ = false;
  std::list<std::shared_ptr<Running>> running_;
};

}  // namespace eddyline::programs
