#pragma once

#include <string>

#include "common/net/poller.hpp"
#include "common/net/socket.hpp"
#include "common/net/socket_monitor.hpp"

namespace eddyline {

/// A socket with its monitor, both in the poll set for an endpoint.
/// Thread   the network's.
struct WatchedSocket {
  /// Errors   kIoError: out of descriptors or sockets.
  static Result<WatchedSocket> open(const SocketContext& context, Poller& poller, Endpoint& endpoint, SocketKind kind,
                                    const SocketSettings& settings);

  // Ends in the reverse order: out of the poll set, then the monitor, then the socket.
  Socket socket;
  SocketMonitor monitor;
  PollEntry messages;
  PollEntry events;
};

}  // namespace eddyline
