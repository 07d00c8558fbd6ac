#include "programs/process/daemon.hpp"

#include <unistd.h>

#include "common/config/engine_options.hpp"
#include "common/config/environment_options.hpp"
#include "common/file/text_output.hpp"
#include "programs/process/daemon_arguments.hpp"
#include "programs/process/process_configuration.hpp"
#include "programs/process/standard_descriptors.hpp"

namespace eddyline::programs {
namespace {

Status print(std::string_view text) {
  return FileDescriptorOutput(STDOUT_FILENO, "standard output").write(text);
}

void complain(const Status& why) {
  static_cast<void>(FileDescriptorOutput(STDERR_FILENO, "standard error").write(why.message() + "\n"));
}

Result<std::unique_ptr<LogSink>> open_log(const std::string& path, const Configuration& configuration) {
  if (path.empty()) return standard_error_log();
  ASSIGN_OR_RETURN(const int32_t files_kept, configuration.get(environment_options().log_files_kept));
  return open_log_file(path, {.files_kept = static_cast<uint32_t>(files_kept)});
}

void log_configuration(const Daemon& daemon) {
  const Logger logger = daemon.logger("Configuration");
  for (const auto& [key, value] : daemon.configuration().entries()) {
    logger.info("Loading configuration property: " + key + ", " + displayed_value(key, value));
  }
  for (const std::string& warning : engine_option_catalog().warnings(daemon.configuration())) logger.warn(warning);
}

Status run_body(const DaemonDescription& description, const DaemonArguments& arguments, ReadyNotice& notice,
                const DaemonBody& body) {
  ASSIGN_OR_RETURN(Configuration configuration, load_process_configuration(arguments.config_dir, arguments.settings));
  ASSIGN_OR_RETURN(const LogLevel lowest, configuration.get(environment_options().log_level));
  ASSIGN_OR_RETURN(auto log, open_log(arguments.log_file, configuration));
  TerminationSignals signals;
  Daemon daemon(std::move(configuration), std::move(log), lowest, notice, signals);
  const Logger logger = daemon.logger("Daemon");
  logger.info("Starting " + std::string(description.program) + " " + std::string(description.version) + " (pid " +
              std::to_string(getpid()) + ").");
  log_configuration(daemon);
  const Status status = body(daemon);
  if (!status.ok()) logger.error("The process ends: " + status.message());
  return status;
}

Status run(const DaemonDescription& description, const std::vector<std::string>& words, const DaemonBody& body) {
  ASSIGN_OR_RETURN(const DaemonArguments arguments, parse_daemon_arguments(words));
  if (arguments.help) return print(daemon_usage(description.program));
  if (arguments.version) return print("Version: " + std::string(description.version) + "\n");
  if (!arguments.print_keys.empty()) {
    return print_configuration({arguments.config_dir, arguments.settings, arguments.print_keys, arguments.lenient});
  }
  ReadyNotice notice(arguments.ready_descriptor);
  const Status status = run_body(description, arguments, notice, body);
  if (!status.ok()) notice.failed(status);
  return status;
}

}  // namespace

Daemon::Daemon(Configuration configuration, std::unique_ptr<LogSink> log, LogLevel lowest, ReadyNotice& notice,
               TerminationSignals& signals)
    : configuration_(std::move(configuration)),
      log_(std::move(log)),
      lowest_(lowest),
      notice_(notice),
      signals_(signals) {}

void Daemon::ready() {
  const Status told = notice_.ready();
  if (!told.ok()) terminate(told);
}

Status Daemon::wait_for_termination() {
  const int signal = signals_.wait();
  if (signal != 0) {
    logger("Daemon").info(received_signal_text(signal));
    return {};
  }
  const std::lock_guard lock(mutex_);
  return why_;
}

void Daemon::terminate(Status why) {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(terminated_, true)) return;
    why_ = std::move(why);
  }
  signals_.end();
}

int run_daemon(const DaemonDescription& description, int argc, char** argv, const DaemonBody& body) {
  hold_standard_descriptors();
  const Status status = run(description, {argv + 1, argv + argc}, body);
  if (status.ok()) return 0;
  complain(status);
  return 1;
}

}  // namespace eddyline::programs
