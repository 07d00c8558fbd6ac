#include "programs/sql/sql_client.hpp"

#include <unistd.h>

#include <chrono>
#include <memory>

#include "common/clock/clock.hpp"
#include "common/config/engine_options.hpp"
#include "common/file/text_input.hpp"
#include "common/file/text_output.hpp"
#include "common/logging/log_sink.hpp"
#include "connectors/connector_registry.hpp"
#include "programs/sql/client_configuration.hpp"
#include "programs/sql/client_interrupts.hpp"
#include "sql/client/client_texts.hpp"
#include "sql/client/cluster/cluster_launcher.hpp"
#include "sql/client/line_editor/line_editor.hpp"
#include "sql/client/piped_lines.hpp"
#include "sql/client/prompt_loop.hpp"
#include "sql/client/script_runner.hpp"

namespace eddyline::programs {
namespace {

/// How often a paused terminal is a reason to see to what runs.
constexpr std::chrono::milliseconds kWaitingInterval{200};

/// Made first, gone last.
struct ClientServices {
  explicit ClientServices(std::unique_ptr<LogSink> log_sink) : log(std::move(log_sink)) {
    expression::register_scalar_functions(functions);
    expression::register_aggregate_functions(aggregate_functions);
    connectors::register_connectors(connectors);
  }
  Logger logger(std::string name) const { return log == nullptr ? Logger() : Logger(*log, clock, std::move(name)); }

  expression::FunctionRegistry functions;
  expression::AggregateFunctionRegistry aggregate_functions;
  connectors::ConnectorRegistry connectors;
  SystemClock clock;
  /// Null without a log file.
  std::unique_ptr<LogSink> log;
  FileDescriptorOutput output{STDOUT_FILENO, "standard output"};
};

bool at_terminal() { return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1; }

class SqlClient {
 public:
  SqlClient(const ClientArguments& arguments, std::unique_ptr<LogSink> log, const Configuration& base,
            sql::ClusterClientSettings cluster, std::unique_ptr<Network> network, ClientSignals& signals)
      : arguments_(arguments),
        services_(std::move(log)),
        interrupts_(signals, services_.output),
        cluster_(std::move(network), std::move(cluster), interrupts_.interruption()),
        session_({services_.functions, services_.aggregate_functions, services_.connectors, services_.logger("Session")}, base),
        launcher_(cluster_, session_.configuration().effective()),
        statements_(session_, launcher_, {services_.output, services_.output}, style(arguments)),
        scripts_(statements_, sql::ScriptRunner::Echo::kPrompt) {
    services_.output.while_waiting(kWaitingInterval, [this] { statements_.while_output_waits(); });
  }

  /// The exit code.
  int run() {
    const Status status = run_all();
    interrupts_.stop();
    // The terminal may be gone.
    static_cast<void>(services_.output.write("\nShutting down the session...\ndone.\n"));
    if (interrupts_.interruption().for_good()) return interrupts_.exit_code();
    if (status.ok()) return 0;
    services_.logger("SqlClient").error("The client ends: " + status.message());
    return status.code() == ErrorCode::kCancelled ? interrupts_.exit_code() : 1;
  }

 private:
  static sql::ClientStyle style(const ClientArguments& arguments) {
    return {.colours = sql::Colours::kAnsi,
            .view = arguments.script_file.empty() ? sql::ResultView::kPrompt : sql::ResultView::kScript,
            .has_screen = isatty(STDOUT_FILENO) == 1};
  }

  Status run_all() {
    const bool typed = arguments_.script_file.empty() && at_terminal();
    const Status watching =
        interrupts_.start(typed ? ClientInterrupts::CtrlC::kEndsTheStatement : ClientInterrupts::CtrlC::kEndsTheClient);
    if (!watching.ok()) return statements_.report(watching);
    for (const auto& [key, value] : arguments_.settings.entries()) {
      const auto warning = engine_option_catalog().warning(key);
      if (warning) RETURN_IF_ERROR(services_.output.write(sql::warning_line("-D: " + *warning, sql::Colours::kAnsi)));
    }
    for (const std::string& path : arguments_.init_files) RETURN_IF_ERROR(initialize(path));
    return arguments_.script_file.empty() ? run_prompt() : run_script();
  }

  Status initialize(const std::string& path) {
    const Status status = run_init_file(path);
    services_.logger("SqlClient").info("Initialized from " + path + ": " + status.to_string());
    if (status.ok()) return services_.output.write("Successfully initialized from sql script: " + path + "\n");
    RETURN_IF_ERROR(services_.output.write("Failed to initialize from sql script: " + path +
                                           ". Please refer to the LOG for detailed error messages.\n"));
    return status;
  }

  Status run_init_file(const std::string& path) {
    const auto script = read_text_file(path);
    if (!script.ok()) return statements_.report(script.status());
    return scripts_.run(*script, sql::ScriptRunner::Purpose::kSetUp);
  }

  Status run_script() {
    const auto script = read_text_file(arguments_.script_file);
    if (!script.ok()) return statements_.report(script.status());
    RETURN_IF_ERROR(tell_history_path());
    return scripts_.run(*script, sql::ScriptRunner::Purpose::kStatements);
  }

  Status run_prompt() {
    RETURN_IF_ERROR(services_.output.write(sql::banner_text()));
    RETURN_IF_ERROR(tell_history_path());
    if (!at_terminal()) {
      sql::PipedLines lines(STDIN_FILENO, "standard input", services_.output, interrupts_.interruption());
      return sql::PromptLoop(lines, statements_, sql::PromptLoop::OnFailure::kEnd).run();
    }
    auto history = sql::StatementHistory::load(history_path(arguments_.history_file), services_.clock);
    if (!history.ok()) return statements_.report(history.status());
    sql::LineEditor editor(interrupts_.interruption(), *history);
    interrupts_.set_editor(&editor);
    const Status status = sql::PromptLoop(editor, statements_, sql::PromptLoop::OnFailure::kGoOn).run();
    interrupts_.set_editor(nullptr);
    return status;
  }

  Status tell_history_path() {
    return services_.output.write("Command history file path: " + history_path(arguments_.history_file) + "\n");
  }

  const ClientArguments& arguments_;
  ClientServices services_;
  ClientInterrupts interrupts_;
  sql::ClusterClient cluster_;
  sql::Session session_;
  sql::ClusterLauncher launcher_;
  sql::StatementRunner statements_;
  sql::ScriptRunner scripts_;
};

void complain(const std::string& text) {
  FileDescriptorOutput(STDERR_FILENO, "standard error").write(text + "\n").ok();
}

/// Of this run only. An installation that its user cannot write to needs no log.
std::unique_ptr<LogSink> open_log(const std::string& path) {
  if (path.empty()) return nullptr;
  auto log = open_log_file(path, {.files_kept = 0});
  if (log.ok()) return *std::move(log);
  complain("[WARNING] There is no log: " + log.status().message());
  return nullptr;
}

Result<int> run_checked(const ClientArguments& arguments) {
  ClientSignals signals;
  ASSIGN_OR_RETURN(const Configuration base, client_configuration(arguments.config_dir, arguments.settings));
  ASSIGN_OR_RETURN(auto cluster, sql::ClusterClientSettings::from(base));
  ASSIGN_OR_RETURN(auto network, Network::start());
  SqlClient client(arguments, open_log(arguments.log_file), base, std::move(cluster), std::move(network), signals);
  return client.run();
}

}  // namespace

int run_sql_client(const ClientArguments& arguments) {
  const auto exit_code = run_checked(arguments);
  if (exit_code.ok()) return *exit_code;
  complain(exit_code.status().message());
  return 1;
}

}  // namespace eddyline::programs
