#pragma once

#include <utility>

#include "common/net/socket.hpp"

namespace eddyline {

/// What happened to a connection of a watched socket.
struct ConnectionEvent {
  enum class Kind {
    kAccepted,
    /// The connection could not be made.
    kFailed,
    /// What is at the other end does not speak ZeroMQ as we do. An event of another kind follows.
    kHandshakeFailed,
    kDisconnected,
  };
  Kind kind = Kind::kFailed;
  /// The connection's, only for comparison: it may have been closed already and be another's by now.
  int descriptor = -1;
};

/// Reads what happens to the connections of a socket. Ends before the socket.
/// Thread   that of the socket.
class SocketMonitor {
 public:
  /// Errors   kIoError: out of descriptors or sockets.
  static Result<SocketMonitor> open(const SocketContext& context, const Socket& watched);
  SocketMonitor(SocketMonitor&& other) noexcept;
  SocketMonitor& operator=(SocketMonitor&&) = delete;
  ~SocketMonitor();

  /// False if nothing has happened.
  bool next(ConnectionEvent& event);
  int descriptor() const { return socket_.descriptor(); }

 private:
  SocketMonitor(Socket socket, void* watched) : socket_(std::move(socket)), watched_(watched) {}
  Socket socket_;
  void* watched_;
};

}  // namespace eddyline
