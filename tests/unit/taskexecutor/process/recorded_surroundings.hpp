#pragma once

#include <string>
#include <utility>
#include <vector>

#include "taskexecutor/process/executor_surroundings.hpp"

namespace eddyline::taskexecutor {

/// Writes down what a core asks for: "connect", "make 7", "send JobDeployed 7 ok".
class RecordedSurroundings final : public ExecutorSurroundings {
 public:
  void connect() override { note("connect"); }
  void disconnect() override { note("disconnect"); }
  void send(schemas::ToJobManager message) override;
  void make_job(std::shared_ptr<const schemas::DeployJob> deployment) override { note("make", deployment->attempt); }
  void run_job(schemas::AttemptId attempt) override { note("run", attempt); }
  void stop_job(schemas::AttemptId attempt, const Status& reason) override {
    note("stop", attempt);
    last_reason = reason;
  }
  void free_job(schemas::AttemptId attempt) override { note("free", attempt); }
  void end_process(const Status& why) override { note("end process: " + (why.ok() ? "ok" : why.message())); }
  void abort_process(const Status& why) override { note("abort process: " + why.message()); }

  /// What came since the last call.
  std::vector<std::string> take() { return std::exchange(notes_, {}); }

  /// Of the last subtask or job that failed, or answer that refused.
  Status last_cause;
  Status last_reason;
  schemas::FetchedRows last_rows;

 private:
  void note(std::string text) { notes_.push_back(std::move(text)); }
  void note(std::string_view what, schemas::AttemptId attempt) {
    note(std::string(what) + " " + std::to_string(attempt.value()));
  }

  std::vector<std::string> notes_;
};

}  // namespace eddyline::taskexecutor
