#include "programs/local/local_command.hpp"

#include <unistd.h>

#include "common/config/engine_options.hpp"
#include "common/config/sql_client_options.hpp"
#include "common/config/task_executor_options.hpp"
#include "common/file/text_input.hpp"
#include "common/logging/logger.hpp"
#include "common/memory/memory_budget.hpp"
#include "programs/local/interrupt_signals.hpp"
#include "programs/local/local_launcher.hpp"
#include "programs/local/process_services.hpp"
#include "sql/client/script_runner.hpp"

namespace eddyline::programs {
namespace {

Result<Configuration> base_configuration(const LocalArguments& arguments) {
  Configuration base;
  // Rows go to a terminal or a pipe: the only mode that suits both.
  base.set(sql_client_options().result_mode, ResultMode::kTableau);
  for (const auto& [key, value] : arguments.settings) {
    const std::string setting = "-D " + key + "=" + value;
    RETURN_IF_ERROR(engine_option_catalog().check(key, value).with_context(setting));
    RETURN_IF_ERROR(sql::check_time_zone(key, value).with_context(setting));
    base.set(key, value);
  }
  return base;
}

Result<Bytes> memory_limit(const Configuration& base) {
  ASSIGN_OR_RETURN(const auto process_size, base.find(task_executor_options().process_size));
  return process_size.has_value() ? managed_memory(*process_size) : Bytes(MemoryPool::kUnlimited);
}

/// How long after an interrupt a reader that still reads may take to get what is written.
constexpr std::chrono::milliseconds kInterruptGrace{250};

int report_refusal(const Status& status) {
  FileDescriptorOutput(STDERR_FILENO, "standard error").write("[ERROR] " + status.message() + "\n").ok();
  return 1;
}

/// Messages matter less than rows: a run whose standard error is closed or full goes on, and ends as failed.
class MessageOutput final : public TextOutput {
 public:
  explicit MessageOutput(TextOutput& output) : output_(output) {}
  Status write(std::string_view text) override {
    if (!output_.write(text).ok()) lost_.store(true);
    return {};
  }
  bool lost() const { return lost_.load(); }

 private:
  TextOutput& output_;
  std::atomic<bool> lost_{false};
};

/// One run: services first, so that they outlive jobs and session.
class LocalRun {
 public:
  LocalRun(Configuration base, Bytes memory_limit)
      : services_(memory_limit),
        messages_(services_.standard_error),
        launcher_(services_, messages_),
        session_({services_.functions, services_.aggregate_functions, services_.connectors,
                  Logger(*services_.log, services_.clock, "Session")},
                 std::move(base)),
        statements_(session_, launcher_, {services_.standard_output, messages_}),
        scripts_(statements_) {}

  /// Asks everything to end, and no longer waits for readers of the output. False if no job is left to end.
  /// Thread   any.
  bool interrupt() {
    const bool left = launcher_.interrupt();
    services_.standard_output.give_up_after(kInterruptGrace);
    services_.standard_error.give_up_after(kInterruptGrace);
    return left;
  }
  bool lost_messages() const { return messages_.lost(); }

  Status run(const LocalArguments& arguments) {
    const Status status = run_scripts(arguments);
    if (services_.standard_output.dropped()) {
      RETURN_IF_ERROR(messages_.write(
          "[WARNING] Standard output was blocked when the run was interrupted: the rows left were dropped.\n"));
    }
    return status;
  }

 private:
  Status run_scripts(const LocalArguments& arguments) {
    for (const std::string& warning : engine_option_catalog().warnings(session_.configuration().effective())) {
      RETURN_IF_ERROR(messages_.write("[WARNING] " + warning + "\n"));
    }
    for (const std::string& path : arguments.init_files) RETURN_IF_ERROR(initialize(path));
    auto script = arguments.script_file.empty() ? read_text(STDIN_FILENO, "standard input")
                                                : read_text_file(arguments.script_file);
    if (!script.ok()) return reported(script.status());
    const Status status = scripts_.run(*script, sql::ScriptRunner::Purpose::kStatements);
    // A failing statement ends the script, and with it what it had started.
    if (!status.ok()) return status;
    return launcher_.wait_for_all();
  }

  Status initialize(const std::string& path) {
    const auto script = read_text_file(path);
    if (!script.ok()) return reported(script.status());
    const Status status = scripts_.run(*script, sql::ScriptRunner::Purpose::kSetUp);
    if (!status.ok()) {
      RETURN_IF_ERROR(messages_.write("Failed to initialize from sql script: " + path + ".\n"));
    }
    return status;
  }

  Status reported(const Status& status) {
    RETURN_IF_ERROR(messages_.write("[ERROR] " + status.message() + "\n"));
    return status;
  }

  ProcessServices services_;
  MessageOutput messages_;
  LocalLauncher launcher_;
  sql::Session session_;
  sql::StatementRunner statements_;
  sql::ScriptRunner scripts_;
};

}  // namespace

int run_local(const LocalArguments& arguments) {
  InterruptSignals signals;
  auto base = base_configuration(arguments);
  if (!base.ok()) return report_refusal(base.status());
  const auto limit = memory_limit(*base);
  if (!limit.ok()) return report_refusal(limit.status());
  LocalRun run(*std::move(base), *limit);
  const Status watching = signals.start([&] { return run.interrupt(); });
  if (!watching.ok()) return report_refusal(watching);
  const Status status = run.run(arguments);
  // The jobs that are left end with `run`, which the signals must not reach then.
  signals.stop();
  if (signals.received() != 0) return 128 + signals.received();
  return status.ok() && !run.lost_messages() ? 0 : 1;
}

}  // namespace eddyline::programs
