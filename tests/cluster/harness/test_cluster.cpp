#include "tests/cluster/harness/test_cluster.hpp"

#include <sstream>

#include "common/base/check.hpp"
#include "tests/process_driver/free_ports.hpp"

namespace eddyline::tests {
namespace {

/// CHECKs that the shipped file holds the text that the document tells to change.
void replace_once(std::string& text, std::string_view from, const std::string& to) {
  const size_t place = text.find(from);
  CHECK(place != std::string::npos) << "conf/config.yaml has no '" << from << "'";
  text.replace(place, from.size(), to);
}

}  // namespace

TestCluster::TestCluster(Parts parts) : executors_(parts.executors) {
  FreePorts ports(2);
  rpc_port_ = ports.port(0);
  rest_port_ = ports.port(1);
  ports.release();
  folder_.write("log/.keep", "");
  folder_.write("pid/.keep", "");
  write_configuration(parts);
  environment_ = {{"FLINK_CONF_DIR", folder_ / "conf"},
                  {"FLINK_LOG_DIR", log_folder()},
                  {"FLINK_PID_DIR", folder_ / "pid"},
                  {"FLINK_IDENT_STRING", "test"},
                  {"HOME", folder_.path()},
                  {"EDDYLINE_PROGRAMS", parts.programs.empty() ? EDDYLINE_PROGRAMS_DIR : parts.programs}};
  for (const auto& [name, value] : parts.environment) environment_[name] = value;
  rows_ = std::make_unique<TimedLines>(log_folder(), "taskexecutor", ".out");
  logs_ = std::make_unique<TimedLines>(log_folder(), "flink-test-", ".log");
}

TestCluster::~TestCluster() {
  // Also what a test has started besides the lines of conf/workers.
  script("taskmanager.sh", {"stop-all"});
  script("jobmanager.sh", {"stop-all"});
}

void TestCluster::write_configuration(const Parts& parts) {
  std::string text = read_whole_file(EDDYLINE_SOURCE_DIR "/conf/config.yaml");
  replace_once(text, "numberOfTaskSlots: 1", "numberOfTaskSlots: " + std::to_string(parts.slots));
  replace_once(text, "port: 6123", "port: " + std::to_string(rpc_port_));
  folder_.write("conf/config.yaml", text + "\nrest.port: " + std::to_string(rest_port_) + "\n" + parts.configuration);
  folder_.write("conf/masters", "localhost:" + std::to_string(rest_port_) + "\n");
  std::string workers;
  for (size_t executor = 0; executor < parts.executors; ++executor) workers += "localhost\n";
  folder_.write("conf/workers", workers);
}

ChildProcess::Parts TestCluster::command(const std::string& name, std::vector<std::string> arguments) const {
  arguments.insert(arguments.begin(), EDDYLINE_SOURCE_DIR "/bin/" + name);
  return {.command = std::move(arguments), .environment = environment_, .folder = folder_.path()};
}

CommandResult TestCluster::script(const std::string& name, std::vector<std::string> arguments, std::string_view input) {
  return run_command(command(name, std::move(arguments)), input);
}

void TestCluster::start() {
  const CommandResult started = script("start-cluster.sh");
  CHECK(started.exit_code == 0) << "start-cluster.sh: " << started.output;
  size_t registered = 0;
  const auto all = logs_->wait_for([&](const TimedLine& line) {
    registered += line.text.find("Successful registration at resource manager") != std::string::npos ? 1 : 0;
    return registered == executors_;
  });
  CHECK(all.has_value()) << registered << " of " << executors_ << " task executors registered";
}

CommandResult TestCluster::stop() {
  return script("stop-cluster.sh");
}

std::vector<pid_t> TestCluster::processes(std::string_view daemon) const {
  std::istringstream file(read_whole_file(folder_ / ("pid/flink-test-" + std::string(daemon) + ".pid")));
  std::vector<pid_t> found;
  for (pid_t process = 0; file >> process;) found.push_back(process);
  return found;
}

}  // namespace eddyline::tests
