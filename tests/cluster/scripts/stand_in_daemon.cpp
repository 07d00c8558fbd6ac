// What the scripts see of a daemon, and nothing else: a process with the frame of all daemons that binds its port, is ready or not, and
// ends on SIGTERM or not. Built twice, under the names of the job manager's and the task executor's program.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "common/config/cluster_options.hpp"
#include "programs/process/daemon.hpp"

namespace eddyline::tests {
namespace {

/// Bound for as long as the process lives.
Status bind_port(uint16_t port) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 || listen(listener, 1) != 0) {
    return io_error("Cannot bind port " + std::to_string(port) + ": " + std::strerror(errno));
  }
  return {};
}

/// "stand-in.<program>" of the configuration: ready (or nothing), refuse, die, hang, deaf.
std::string behaviour_of(const Configuration& configuration) {
  const std::string* behaviour = configuration.raw("stand-in." STAND_IN_PROGRAM);
  return behaviour == nullptr ? "ready" : *behaviour;
}

Status run(programs::Daemon& daemon) {
  const std::string behaviour = behaviour_of(daemon.configuration());
  if (behaviour == "refuse") return io_error("There is no room for another one.\nAsk again tomorrow.");
  if (behaviour == "die") _exit(3);
  if (std::string_view(STAND_IN_PROGRAM) == "eddyline-jobmanager") {
    ASSIGN_OR_RETURN(const int32_t port, daemon.configuration().get(cluster_options().job_manager_port));
    RETURN_IF_ERROR(bind_port(static_cast<uint16_t>(port)));
  }
  if (behaviour == "hang") return daemon.wait_for_termination();
  static_cast<void>(write(STDOUT_FILENO, "the stand-in is ready\n", 22));
  daemon.ready();
  while (behaviour == "deaf") pause();
  return daemon.wait_for_termination();
}

}  // namespace
}  // namespace eddyline::tests

int main(int argc, char** argv) {
  return eddyline::programs::run_daemon({.program = STAND_IN_PROGRAM, .version = "stand-in"}, argc, argv,
                                        eddyline::tests::run);
}
