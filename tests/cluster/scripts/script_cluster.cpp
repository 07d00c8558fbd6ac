#include "tests/cluster/scripts/script_cluster.hpp"

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/process_driver/free_ports.hpp"

namespace eddyline::tests {
namespace {

namespace fs = std::filesystem;

/// The scripts take it from the environment; nothing else that they print holds it.
const std::string kHost = "a-host-for-tests";
/// Of the installation, and as a shell takes it for one word.
const std::string kFolder = "a c++ (cluster)";
const std::string kQuotedFolder = R"(a\ c++\ \(cluster\))";

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (size_t place = text.find(from); place != std::string::npos; place = text.find(from, place + to.size())) {
    text.replace(place, from.size(), to);
  }
}

void replace_digits_behind(std::string& text, const std::string& mark, const std::string& to) {
  for (size_t place = text.find(mark); place != std::string::npos; place = text.find(mark, place + 1)) {
    const size_t start = place + mark.size();
    const size_t end = std::min(text.find_first_not_of("0123456789", start), text.size());
    if (end > start) text.replace(start, end - start, to);
  }
}

std::string whole_file(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

bool is_alive(pid_t process) {
  const std::string status = whole_file("/proc/" + std::to_string(process) + "/stat");
  const size_t name_end = status.rfind(')');
  return name_end != std::string::npos && status.compare(name_end, 3, ") Z") != 0;
}

ScriptCluster::ScriptCluster() {
  FreePorts ports(1);
  port_ = ports.port(0);
  ports.release();
  for (const char* folder : {"conf", "log", "pid", "programs"}) fs::create_directories(path(folder));
  fs::copy(EDDYLINE_SOURCE_DIR "/bin", path("bin"), fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  write("conf/workers", "localhost\n");
  configure("");
  environment_ = {{"FLINK_CONF_DIR", path("conf")},
                  {"FLINK_LOG_DIR", path("log")},
                  {"FLINK_PID_DIR", path("pid")},
                  {"FLINK_IDENT_STRING", "me"},
                  {"HOSTNAME", kHost},
                  {"EDDYLINE_PROGRAMS", EDDYLINE_STAND_INS},
                  {"PATH", path("programs") + ":" + getenv("PATH")}};
}

ScriptCluster::~ScriptCluster() {
  for (const std::string daemon : {"taskexecutor", "standalonesession"}) {
    for (const pid_t process : pids(daemon)) kill(process, SIGKILL);
  }
}

std::string ScriptCluster::path(const std::string& name) const {
  return scratch_ / (kFolder + "/" + name);
}

void ScriptCluster::configure(const std::string& lines) {
  write("conf/config.yaml", whole_file(EDDYLINE_SOURCE_DIR "/conf/config.yaml") +
                                "\njobmanager.rpc.port: " + std::to_string(port_) + "\n" + lines);
}

void ScriptCluster::write(const std::string& name, const std::string& text) {
  std::ofstream(path(name)) << text;
}

std::string ScriptCluster::read(const std::string& name) const {
  return whole_file(path(name));
}

bool ScriptCluster::exists(const std::string& name) const {
  return fs::exists(path(name));
}

void ScriptCluster::replace_program(const std::string& name, const std::string& lines) {
  write("programs/" + name, "#!/usr/bin/env bash\n" + lines);
  fs::permissions(path("programs/" + name), fs::perms::owner_all);
}

ChildProcess::Parts ScriptCluster::command(const std::string& script, std::vector<std::string> arguments) const {
  arguments.insert(arguments.begin(), path("bin/" + script));
  return {.command = std::move(arguments), .environment = environment_, .folder = scratch_.path()};
}

CommandResult ScriptCluster::run(const std::string& script, std::vector<std::string> arguments) const {
  CommandResult result = run_command(command(script, std::move(arguments)));
  result.output = without_what_differs(result.output);
  return result;
}

std::string ScriptCluster::without_what_differs(const std::string& text) const {
  std::string same = text;
  replace_all(same, scratch_ / kFolder, "DIR");
  replace_all(same, scratch_ / kQuotedFolder, "QUOTED_DIR");
  replace_all(same, kHost, "HOST");
  replace_digits_behind(same, "pid: ", "PID");
  replace_digits_behind(same, "names process ", "PID");
  replace_digits_behind(same, "Cannot bind port ", "PORT");
  return same;
}

std::vector<pid_t> ScriptCluster::pids(const std::string& daemon) const {
  std::istringstream file(read("pid/flink-me-" + daemon + ".pid"));
  std::vector<pid_t> found;
  for (pid_t process = 0; file >> process;) found.push_back(process);
  return found;
}

size_t ScriptCluster::processes() const {
  size_t found = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    // The arguments name the folder of the configuration.
    const bool ours = whole_file(entry.path() / "cmdline").find("--config-dir" + std::string(1, '\0') + path("conf")) !=
                      std::string::npos;
    if (ours && is_alive(std::stoi(name))) ++found;
  }
  return found;
}

size_t ScriptCluster::processes_left(size_t expected) const {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  size_t found = processes();
  while (found != expected && std::chrono::steady_clock::now() < deadline) found = processes();
  return found;
}

std::string ScriptCluster::log_name(const std::string& daemon, int id, const std::string& ending) const {
  return "log/flink-me-" + daemon + "-" + std::to_string(id) + "-" + kHost + ending;
}

}  // namespace eddyline::tests
