#include "common/net/socket_monitor.hpp"

#include <zmq.h>

#include <array>
#include <cstring>
#include <optional>

namespace eddyline {
namespace {

constexpr int kWatchedEvents = ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_CLOSED | ZMQ_EVENT_DISCONNECTED |
                               ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL |
                               ZMQ_EVENT_HANDSHAKE_FAILED_AUTH;
// An event is two parts: its number in 2 bytes with a value in 4, then the address.
constexpr size_t kEventBytes = sizeof(uint16_t) + sizeof(uint32_t);

std::optional<ConnectionEvent::Kind> kind_of(uint16_t event) {
  switch (event) {
    case ZMQ_EVENT_ACCEPTED:
      return ConnectionEvent::Kind::kAccepted;
    // A connecting socket says it once the attempt has failed, a listening one at its own end.
    case ZMQ_EVENT_CLOSED:
      return ConnectionEvent::Kind::kFailed;
    case ZMQ_EVENT_DISCONNECTED:
      return ConnectionEvent::Kind::kDisconnected;
    case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL:
    case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL:
    case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH:
      return ConnectionEvent::Kind::kHandshakeFailed;
    default:
      return std::nullopt;
  }
}

}  // namespace

Result<SocketMonitor> SocketMonitor::open(const SocketContext& context, const Socket& watched) {
  // No two live sockets of a process have the same address.
  const std::string endpoint = "inproc://monitor-" + std::to_string(reinterpret_cast<uintptr_t>(watched.get()));
  ASSIGN_OR_RETURN(Socket socket, Socket::open(context, SocketKind::kMonitor, {}));
  if (zmq_socket_monitor(watched.get(), endpoint.c_str(), kWatchedEvents) != 0) {
    return io_error(zmq_strerror(zmq_errno()));
  }
  SocketMonitor monitor(std::move(socket), watched.get());
  RETURN_IF_ERROR(monitor.socket_.connect(endpoint));
  return monitor;
}

SocketMonitor::SocketMonitor(SocketMonitor&& other) noexcept
    : socket_(std::move(other.socket_)), watched_(std::exchange(other.watched_, nullptr)) {}

SocketMonitor::~SocketMonitor() {
  // While a socket is monitored and nobody reads, ZeroMQ's thread waits for ever to tell of the next event.
  if (watched_ != nullptr) zmq_socket_monitor(watched_, nullptr, 0);
}

bool SocketMonitor::next(ConnectionEvent& event) {
  std::array<uint8_t, kEventBytes> bytes{};
  std::array<char, 1> address{};
  while (zmq_recv(socket_.get(), bytes.data(), bytes.size(), ZMQ_DONTWAIT) >= 0) {
    zmq_recv(socket_.get(), address.data(), address.size(), ZMQ_DONTWAIT);
    uint16_t number = 0;
    uint32_t value = 0;
    std::memcpy(&number, bytes.data(), sizeof number);
    std::memcpy(&value, bytes.data() + sizeof number, sizeof value);
    const std::optional<ConnectionEvent::Kind> kind = kind_of(number);
    if (!kind.has_value()) continue;
    event = {*kind, static_cast<int>(value)};
    return true;
  }
  return false;
}

}  // namespace eddyline
