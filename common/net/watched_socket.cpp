#include "common/net/watched_socket.hpp"

namespace eddyline {

Result<WatchedSocket> WatchedSocket::open(const SocketContext& context, Poller& poller, Endpoint& endpoint,
                                          SocketKind kind, const SocketSettings& settings) {
  ASSIGN_OR_RETURN(Socket socket, Socket::open(context, kind, settings));
  ASSIGN_OR_RETURN(SocketMonitor monitor, SocketMonitor::open(context, socket));
  ASSIGN_OR_RETURN(PollEntry messages, poller.add(socket.descriptor(), {PollSource::Kind::kMessages, &endpoint}));
  ASSIGN_OR_RETURN(PollEntry events, poller.add(monitor.descriptor(), {PollSource::Kind::kEvents, &endpoint}));
  return WatchedSocket{std::move(socket), std::move(monitor), std::move(messages), std::move(events)};
}

}  // namespace eddyline
