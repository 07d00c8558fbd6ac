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
  if (zmq_socket_monitor(watched.get(), endpoint.c_str(), kWatchedEvents) != 0) {
    return io_error(zmq_strerror(zmq_errno()));
  }
  ASSIGN_OR_RETURN(Socket socket, Socket::open(context, SocketKind::kMonitor, {}));
  RETURN_IF_ERROR(socket.connect(endpoint));
  return SocketMonitor(std::move(socket));
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
