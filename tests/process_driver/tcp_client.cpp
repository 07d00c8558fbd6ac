#include "tests/process_driver/tcp_client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <chrono>

#include "common/base/check.hpp"
#include "tests/process_driver/child_process.hpp"

namespace eddyline::tests {

TcpClient::TcpClient(uint16_t port) : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  CHECK(connect(descriptor_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0)
      << "nobody listens at port " << port;
}

void TcpClient::send(std::string_view text) {
  // Who has ended the connection already is found out by reading.
  while (!text.empty()) {
    const ssize_t count = ::send(descriptor_.get(), text.data(), text.size(), MSG_NOSIGNAL);
    if (count < 0) return;
    text.remove_prefix(static_cast<size_t>(count));
  }
}

std::string TcpClient::read_to_end() {
  std::string all;
  std::array<char, 4096> bytes;
  while (true) {
    pollfd waited{descriptor_.get(), POLLIN, 0};
    CHECK(poll(&waited, 1, static_cast<int>(std::chrono::milliseconds(kPatience).count())) == 1)
        << "the connection goes on behind: " << all;
    const ssize_t count = recv(descriptor_.get(), bytes.data(), bytes.size(), 0);
    if (count <= 0) return all;
    all.append(bytes.data(), static_cast<size_t>(count));
  }
}

bool TcpClient::hears_nothing() const {
  pollfd waited{descriptor_.get(), POLLIN, 0};
  return poll(&waited, 1, 0) == 0;
}

}  // namespace eddyline::tests
