#include "tests/process_driver/free_ports.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/base/check.hpp"

namespace eddyline::tests {

FreePorts::FreePorts(size_t count) {
  for (size_t index = 0; index < count; ++index) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    CHECK(bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0);
    CHECK(getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    sockets_.push_back(socket);
    ports_.push_back(ntohs(address.sin_port));
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
