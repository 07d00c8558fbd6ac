#include "tests/unit/common/net/raw_connection.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace eddyline {
namespace {

sockaddr_in loopback(uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

}  // namespace

RawConnection::RawConnection(const NetworkAddress& address)
    : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const sockaddr_in target = loopback(address.port);
  CHECK(::connect(descriptor_, reinterpret_cast<const sockaddr*>(&target), sizeof target) == 0) << std::strerror(errno);
}

RawConnection::~RawConnection() {
  ::close(descriptor_);
}

bool RawConnection::send(const std::string& bytes) const {
  size_t sent = 0;
  pollfd polled{descriptor_, POLLOUT | POLLRDHUP, 0};
  while (sent < bytes.size()) {
    // Whoever has ended a connection without reading all of it leaves a writer waiting.
    if (::poll(&polled, 1, 30'000) != 1 || (polled.revents & POLLRDHUP) != 0) return false;
    const ssize_t count = ::send(descriptor_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count <= 0) return false;
    sent += static_cast<size_t>(count);
  }
  return true;
}

bool RawConnection::wait_said(const std::string& text) const {
  std::array<char, 4096> bytes;
  std::string said;
  pollfd polled{descriptor_, POLLIN, 0};
  while (::poll(&polled, 1, 30'000) == 1) {
    const ssize_t count = ::recv(descriptor_, bytes.data(), bytes.size(), 0);
    if (count <= 0) return false;
    said.append(bytes.data(), static_cast<size_t>(count));
    if (said.find(text) != std::string::npos) return true;
  }
  return false;
}

bool RawConnection::wait_closed() const {
  std::array<char, 4096> bytes;
  pollfd polled{descriptor_, POLLIN, 0};
  while (::poll(&polled, 1, 30'000) == 1) {
    if (::recv(descriptor_, bytes.data(), bytes.size(), 0) <= 0) return true;
  }
  return false;
}

RawListener::RawListener() : listening_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  CHECK(::bind(listening_, reinterpret_cast<sockaddr*>(&address), size) == 0 && ::listen(listening_, 8) == 0 &&
        ::getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size) == 0)
      << std::strerror(errno);
  address_.port = ntohs(address.sin_port);
}

RawListener::~RawListener() {
  if (accepted_ >= 0) ::close(accepted_);
  ::close(listening_);
}

void RawListener::greet(const std::string& bytes) {
  accepted_ = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
  CHECK(::send(accepted_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()))
      << std::strerror(errno);
}

}  // namespace eddyline
