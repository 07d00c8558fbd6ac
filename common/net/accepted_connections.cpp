#include "common/net/accepted_connections.hpp"

#include <linux/tcp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "common/net/network.hpp"

namespace eddyline {
namespace {

constexpr NetworkTime kNever = NetworkTime::max();
/// What ZeroMQ's own greetings and a preamble take is a few hundred.
constexpr uint64_t kUnclaimedBytesMax = 4096;

/// Empty if the descriptor is no connection.
std::string peer_address_of(int descriptor) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  auto* address = reinterpret_cast<sockaddr*>(&storage);
  char host[NI_MAXHOST];
  char port[NI_MAXSERV];
  if (getpeername(descriptor, address, &size) != 0 ||
      getnameinfo(address, size, host, sizeof host, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return "";
  }
  NetworkAddress named{host, 0};
  std::from_chars(port, port + std::char_traits<char>::length(port), named.port);
  return named.to_string();
}

}  // namespace

void AcceptedConnections::add(int descriptor, NetworkTime deadline) {
  connections_[descriptor] = {peer_address_of(descriptor), deadline};
}

bool AcceptedConnections::remove(int descriptor) {
  const auto found = connections_.find(descriptor);
  if (found == connections_.end()) return true;
  const bool known = found->second.state != State::kNew;
  connections_.erase(found);
  return known;
}

bool AcceptedConnections::claim(int descriptor) {
  const auto found = connections_.find(descriptor);
  if (found == connections_.end() || found->second.state == State::kRefused) return false;
  found->second.state = State::kClaimed;
  found->second.deadline = kNever;
  return true;
}

void AcceptedConnections::refuse(int descriptor) {
  const auto found = connections_.find(descriptor);
  if (found != connections_.end()) found->second.state = State::kRefused;
}

void AcceptedConnections::cut(int descriptor) {
  const auto found = connections_.find(descriptor);
  if (found != connections_.end()) cut(found->first, found->second);
}

void AcceptedConnections::cut(int descriptor, Connection& connection) {
  connection.state = State::kRefused;
  connection.deadline = kNever;
  // What the number stands for cannot change any more once it is a number of ours.
  const int same = dup(descriptor);
  if (same < 0) return;
  if (!connection.peer.empty() && peer_address_of(same) == connection.peer) ::shutdown(same, SHUT_RDWR);
  ::close(same);
}

size_t AcceptedConnections::cut_overdue(NetworkTime now, NetworkTime& next) {
  size_t count = 0;
  for (auto& [descriptor, connection] : connections_) {
    if (connection.deadline == kNever) continue;
    if (connection.deadline <= now || received_bytes(descriptor) > kUnclaimedBytesMax) {
      if (connection.state == State::kNew) ++count;
      cut(descriptor, connection);
    }
    if (connection.deadline != kNever) next = std::min({next, connection.deadline, now + kLookInterval});
  }
  return count;
}

uint64_t AcceptedConnections::received_bytes(int descriptor) {
  // One that was closed meanwhile gives another's number or none: whoever cuts for it compares the address.
  tcp_info info{};
  socklen_t size = sizeof info;
  return getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 ? info.tcpi_bytes_received : 0;
}

std::string AcceptedConnections::peer_of(int descriptor) const {
  const auto found = connections_.find(descriptor);
  return found == connections_.end() || found->second.peer.empty() ? "an unknown address" : found->second.peer;
}

}  // namespace eddyline
