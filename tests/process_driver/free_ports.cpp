#include "tests/process_driver/free_ports.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "common/base/check.hpp"

namespace eddyline::tests {
namespace {

/// Below those that the system gives to whoever asks for any: between release() and the moment when the port is taken, a connection
/// that somebody makes must not get it.
constexpr uint32_t kFirst = 10'000;
constexpr uint32_t kCount = 20'000;

/// Programs of tests that run at the same time begin far from each other, and none gives the same port twice.
uint16_t next_candidate() {
  static std::atomic<uint32_t> given{static_cast<uint32_t>(getpid()) * 37};
  return static_cast<uint16_t>(kFirst + given.fetch_add(1) % kCount);
}

}  // namespace

FreePorts::FreePorts(size_t count) {
  while (sockets_.size() < count) {
    const uint16_t port = next_candidate();
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    if (bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0) {
      sockets_.push_back(socket);
      ports_.push_back(port);
    } else {
      CHECK(errno == EADDRINUSE) << "port " << port << ": " << std::strerror(errno);
      close(socket);
    }
  }
}

FreePorts::~FreePorts() {
  release();
}

void FreePorts::release() {
  for (const int socket : sockets_) close(socket);
  sockets_.clear();
}

}  // namespace eddyline::tests
