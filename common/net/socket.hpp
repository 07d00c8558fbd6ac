#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"

namespace eddyline {

/// ZeroMQ's context with its one I/O thread. Outlives its sockets.
/// Thread   any.
class SocketContext {
 public:
  /// Errors   kIoError: out of descriptors, which ZeroMQ would answer by ending the process.
  static Result<std::unique_ptr<SocketContext>> open();
  ~SocketContext();
  SocketContext(const SocketContext&) = delete;
  SocketContext& operator=(const SocketContext&) = delete;

  void* get() const { return context_; }

 private:
  explicit SocketContext(void* context) : context_(context) {}
  void* const context_;
};

/// What can be read from a ZeroMQ socket and how it is connected.
enum class SocketKind {
  /// Accepts connections; each message is led by the name of the connection it came on or goes to.
  kRouter,
  /// Makes one connection and never makes it again.
  kDealer,
  /// Reads what another socket says about its connections.
  kMonitor,
};

struct SocketSettings {
  Bytes message_bytes_max{0};
  std::chrono::milliseconds handshake_max{0};
  bool ipv6 = false;
};

/// A ZeroMQ socket. Nothing in it is bounded but the length of a message: what may be under way is the business of whoever
/// grants credit, since a mark that blocks one connection's messages would block all of them.
/// Thread   one.
class Socket {
 public:
  /// Errors   kIoError: out of descriptors or sockets.
  static Result<Socket> open(const SocketContext& context, SocketKind kind, const SocketSettings& settings);
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&&) = delete;
  /// Drops what has not gone out.
  ~Socket();

  /// Errors   kIoError with the reason and no address.
  Status bind(const std::string& endpoint);
  Status connect(const std::string& endpoint);
  /// The port that bind() took.
  uint16_t bound_port() const;

  /// Readable while something may have happened to the socket. Once that was seen, after each message sent, and when the
  /// socket is new, what is there must be received until nothing is left, or the descriptor stays quiet about what follows.
  int descriptor() const;
  void* get() const { return socket_; }

 private:
  explicit Socket(void* socket) : socket_(socket) {}
  void* socket_;
};

}  // namespace eddyline
