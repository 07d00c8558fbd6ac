#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "common/clock/clock.hpp"
#include "common/config/configuration.hpp"
#include "common/logging/logger.hpp"
#include "programs/process/ready_notice.hpp"
#include "programs/process/termination_signals.hpp"

namespace eddyline::programs {

/// What every process of the cluster has: configuration, clock, log, the notice to its start script, and a place to wait for the
/// signal that ends it. Made by run_daemon().
class Daemon {
 public:
  Daemon(Configuration configuration, std::unique_ptr<LogSink> log, LogLevel lowest, ReadyNotice& notice,
         TerminationSignals& signals);
  Daemon(const Daemon&) = delete;
  Daemon& operator=(const Daemon&) = delete;

  /// File and -D, every value checked.
  const Configuration& configuration() const { return configuration_; }
  const Clock& clock() const { return clock_; }
  /// Outlives the body.
  LogSink& log() { return *log_; }
  Logger logger(std::string name) const { return {*log_, clock_, std::move(name), lowest_}; }

  /// Call once all ports are bound: the start script waits for it. A body that returns an error before has failed to start, and the
  /// script shows that error. When the script is gone by then, the process is to end, since nobody would know of it.
  void ready();

  /// Until SIGTERM, SIGINT or SIGHUP, which are logged, or until terminate(); returns what terminate() was given.
  Status wait_for_termination();
  /// Asks the waiting thread to end the process; the first call's reason counts. Thread   any.
  void terminate(Status why);

 private:
  Configuration configuration_;
  SystemClock clock_;
  std::unique_ptr<LogSink> log_;
  LogLevel lowest_;
  ReadyNotice& notice_;
  TerminationSignals& signals_;
  std::mutex mutex_;
  bool terminated_ = false;
  Status why_;
};

/// Who the process is.
struct DaemonDescription {
  /// "eddyline-jobmanager"
  std::string_view program;
  std::string_view version;
};

/// What a process does: starts its services from the daemon's configuration, calls ready(), waits for termination and ends the
/// services in order. An error ends the process with exit code 1, after it was logged and, before ready(), told to the script.
using DaemonBody = std::function<Status(Daemon&)>;

/// The whole main of a daemon, in this order: standard descriptors, arguments, configuration, log, signals blocked, the log's first lines
/// ("Loading configuration property: KEY, VALUE" a setting, and the warnings), body. Up to the log a signal ends the process as it ends
/// any program, however long a file takes to be read. Returns the exit code: 0 after an orderly end, also by a signal, else 1.
///
///   int main(int argc, char** argv) {
///     return run_daemon({.program = "eddyline-taskexecutor", .version = EDDYLINE_VERSION}, argc, argv, [](Daemon& daemon) -> Status {
///       ASSIGN_OR_RETURN(const auto process, TaskExecutorProcess::start(daemon.configuration(), daemon.logger("TaskExecutor")));
///       daemon.ready();
///       RETURN_IF_ERROR(daemon.wait_for_termination());
///       return process->close();
///     });
///   }
int run_daemon(const DaemonDescription& description, int argc, char** argv, const DaemonBody& body);

}  // namespace eddyline::programs
