#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/process_driver/child_process.hpp"
#include "tests/process_driver/scratch_folder.hpp"
#include "tests/process_driver/timed_lines.hpp"

namespace eddyline::tests {

/// A cluster of real processes, run by the scripts as their user runs them, with folders and ports of its own.
///
/// The configuration is the shipped conf/config.yaml, edited as the acceptance document's set-up does.
class TestCluster {
 public:
  struct Parts {
    /// Lines of conf/workers, all localhost.
    size_t executors = 1;
    uint32_t slots = 8;
    /// Appended to config.yaml: flat keys, a line each.
    std::string configuration{};
    /// Folder of the programs; empty for those of this build.
    std::string programs{};
    /// Put over the environment of the scripts and what they start.
    std::map<std::string, std::string> environment{};
  };
  explicit TestCluster(Parts parts);
  /// Stops what still runs.
  ~TestCluster();
  TestCluster(const TestCluster&) = delete;
  TestCluster& operator=(const TestCluster&) = delete;

  /// bin/start-cluster.sh, and waits until every task executor is registered. CHECKs that all of it worked.
  void start();
  /// bin/stop-cluster.sh
  CommandResult stop();
  /// bin/<name> with the cluster's environment.
  CommandResult script(const std::string& name, std::vector<std::string> arguments = {}, std::string_view input = {});
  ChildProcess::Parts command(const std::string& name, std::vector<std::string> arguments = {}) const;

  /// Lines of the task executors' .out files: what print sinks write.
  const TimedLines& rows() const { return *rows_; }
  /// Lines of all .log files.
  const TimedLines& logs() const { return *logs_; }

  const ScratchFolder& folder() const { return folder_; }
  std::string configuration_file() const { return folder_ / "conf/config.yaml"; }
  std::string log_folder() const { return folder_ / "log"; }
  uint16_t rpc_port() const { return rpc_port_; }
  uint16_t rest_port() const { return rest_port_; }
  /// Of the processes of one kind that the scripts have started: "standalonesession", "taskexecutor".
  std::vector<pid_t> processes(std::string_view daemon) const;

 private:
  void write_configuration(const Parts& parts);

  const size_t executors_;
  ScratchFolder folder_;
  uint16_t rpc_port_ = 0;
  uint16_t rest_port_ = 0;
  std::map<std::string, std::string> environment_;
  std::unique_ptr<TimedLines> rows_;
  std::unique_ptr<TimedLines> logs_;
};

}  // namespace eddyline::tests
