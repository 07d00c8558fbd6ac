#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/process_driver/child_process.hpp"
#include "tests/process_driver/scratch_folder.hpp"

namespace eddyline::tests {

/// The scripts over stand-ins for the daemons, copied into a folder of their own in whose name shells and patterns would see more than
/// letters.
class ScriptCluster {
 public:
  ScriptCluster();
  /// Ends what is left.
  ~ScriptCluster();
  ScriptCluster(const ScriptCluster&) = delete;
  ScriptCluster& operator=(const ScriptCluster&) = delete;

  /// Put behind the shipped entries of config.yaml.
  void configure(const std::string& lines);
  void write(const std::string& name, const std::string& text);
  std::string read(const std::string& name) const;
  bool exists(const std::string& name) const;
  /// In the cluster's folder, which holds bin, conf, log and pid.
  std::string path(const std::string& name) const;
  /// A program that the scripts find before the machine's own, made of these lines of bash.
  void replace_program(const std::string& name, const std::string& lines);

  std::map<std::string, std::string>& environment() { return environment_; }
  ChildProcess::Parts command(const std::string& script, std::vector<std::string> arguments) const;
  /// Exit code and output of bin/<script>, with HOST, PID, DIR and QUOTED_DIR for what differs from run to run.
  CommandResult run(const std::string& script, std::vector<std::string> arguments = {}) const;

  /// What stands in the pid file: standalonesession, taskexecutor.
  std::vector<pid_t> pids(const std::string& daemon) const;
  /// Processes of this cluster that are there, in a pid file or not.
  size_t processes() const;
  /// The same once there are `expected`, or when that takes too long: a program that a script has asked something may take a
  /// moment longer than the script to end.
  size_t processes_left(size_t expected) const;
  /// "log/flink-me-<daemon>-<id>-<host><ending>"
  std::string log_name(const std::string& daemon, int id, const std::string& ending) const;
  uint16_t port() const { return port_; }

 private:
  std::string without_what_differs(const std::string& text) const;

  ScratchFolder scratch_;
  uint16_t port_ = 0;
  std::map<std::string, std::string> environment_;
};

/// Whether the process is there and has not ended.
bool is_alive(pid_t process);

}  // namespace eddyline::tests
