#include "tests/cluster/hosts/two_hosts.hpp"

#include <unistd.h>

#include "common/base/check.hpp"

namespace eddyline::tests {
namespace {

constexpr const char* kCable = "cable";

CommandResult ip(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "ip");
  return run_command({.command = std::move(arguments)});
}

void must(std::vector<std::string> arguments) {
  const CommandResult result = ip(std::move(arguments));
  CHECK(result.exit_code == 0) << "ip: " << result.output;
}

}  // namespace

bool TwoHosts::possible() {
  const std::string name = "eddyline-probe-" + std::to_string(getpid());
  if (ip({"netns", "add", name}).exit_code != 0) return false;
  // In a changed root, for one, a namespace can be made and nothing run in it.
  const bool usable = ip({"netns", "exec", name, "true"}).exit_code == 0;
  must({"netns", "delete", name});
  return usable;
}

TwoHosts::TwoHosts() : addresses_({"10.99.0.1", "10.99.0.2"}) {
  for (size_t host = 0; host < names_.size(); ++host) {
    names_[host] = "eddyline-" + std::to_string(getpid()) + "-" + std::to_string(host);
    must({"netns", "add", names_[host]});
    must({"-n", names_[host], "link", "set", "lo", "up"});
    folders_[host].write("log/.keep", "");
    folders_[host].write("pid/.keep", "");
  }
  must({"link", "add", kCable, "netns", names_[0], "type", "veth", "peer", "name", kCable, "netns", names_[1]});
  for (size_t host = 0; host < names_.size(); ++host) {
    must({"-n", names_[host], "address", "add", addresses_[host] + "/24", "dev", kCable});
    must({"-n", names_[host], "link", "set", kCable, "up"});
  }
}

TwoHosts::~TwoHosts() {
  for (size_t host = 0; host < names_.size(); ++host) {
    script(host, "taskmanager.sh", {"stop-all"});
    script(host, "jobmanager.sh", {"stop-all"});
    ip({"netns", "delete", names_[host]});
  }
}

void TwoHosts::cut() {
  must({"-n", names_[1], "link", "set", kCable, "down"});
}

void TwoHosts::heal() {
  must({"-n", names_[1], "link", "set", kCable, "up"});
}

void TwoHosts::configure(size_t host, const std::string& lines) const {
  folders_[host].write("conf/config.yaml", read_whole_file(EDDYLINE_SOURCE_DIR "/conf/config.yaml") + "\n" + lines);
}

CommandResult TwoHosts::script(size_t host, const std::string& name, std::vector<std::string> arguments,
                               std::string_view input) const {
  std::vector<std::string> command = {"ip", "netns", "exec", names_[host], EDDYLINE_SOURCE_DIR "/bin/" + name};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_command({.command = std::move(command),
                      .environment = {{"FLINK_CONF_DIR", folders_[host] / "conf"},
                                      {"FLINK_LOG_DIR", log_folder(host)},
                                      {"FLINK_PID_DIR", folders_[host] / "pid"},
                                      {"FLINK_IDENT_STRING", "test"},
                                      {"HOME", folders_[host].path()},
                                      {"EDDYLINE_PROGRAMS", EDDYLINE_PROGRAMS_DIR}},
                      .folder = folders_[host].path()},
                     input);
}

}  // namespace eddyline::tests
