#include "common/net/socket.hpp"

#include <sys/eventfd.h>
#include <unistd.h>
#include <zmq.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <utility>

namespace eddyline {
namespace {

// Its thread, reaper and sockets each take some while it starts; ZeroMQ aborts if one is missing then.
constexpr size_t kDescriptorsToStart = 16;
constexpr int kConnectionBacklog = 1024;

Status last_error() {
  return io_error(zmq_strerror(zmq_errno()));
}

Status require_descriptors() {
  std::array<int, kDescriptorsToStart> taken{};
  Status status;
  for (int& descriptor : taken) {
    descriptor = eventfd(0, EFD_CLOEXEC);
    if (descriptor < 0) status = last_error();
  }
  for (const int descriptor : taken) {
    if (descriptor >= 0) ::close(descriptor);
  }
  return status;
}

int zmq_type(SocketKind kind) {
  switch (kind) {
    case SocketKind::kRouter:
      return ZMQ_ROUTER;
    case SocketKind::kDealer:
      return ZMQ_DEALER;
    case SocketKind::kMonitor:
      return ZMQ_PAIR;
  }
  CHECK(false) << "unknown kind of socket";
  return 0;
}

template <class T>
void set_option(void* socket, int option, T value) {
  CHECK(zmq_setsockopt(socket, option, &value, sizeof value) == 0)
      << "option " << option << ": " << zmq_strerror(zmq_errno());
}

void set_options(void* socket, SocketKind kind, const SocketSettings& settings) {
  set_option(socket, ZMQ_LINGER, 0);
  set_option(socket, ZMQ_SNDHWM, 0);
  set_option(socket, ZMQ_RCVHWM, 0);
  if (kind == SocketKind::kMonitor) return;
  set_option(socket, ZMQ_MAXMSGSIZE, static_cast<int64_t>(settings.message_bytes_max.value()));
  set_option(socket, ZMQ_HANDSHAKE_IVL, static_cast<int>(std::clamp<int64_t>(settings.handshake_max.count(), 0, INT_MAX)));
  set_option(socket, ZMQ_IPV6, settings.ipv6 ? 1 : 0);
  set_option(socket, ZMQ_BACKLOG, kConnectionBacklog);
  set_option(socket, ZMQ_RECONNECT_IVL, -1);
  if (kind == SocketKind::kRouter) set_option(socket, ZMQ_ROUTER_MANDATORY, 1);
}

}  // namespace

Result<std::unique_ptr<SocketContext>> SocketContext::open() {
  RETURN_IF_ERROR(require_descriptors().with_context("the network cannot be started"));
  void* context = zmq_ctx_new();
  CHECK(context != nullptr) << zmq_strerror(zmq_errno());
  zmq_ctx_set(context, ZMQ_IO_THREADS, 1);
  zmq_ctx_set(context, ZMQ_MAX_SOCKETS, zmq_ctx_get(context, ZMQ_SOCKET_LIMIT));
  return std::unique_ptr<SocketContext>(new SocketContext(context));
}

SocketContext::~SocketContext() {
  while (zmq_ctx_term(context_) != 0 && zmq_errno() == EINTR) {
  }
}

Result<Socket> Socket::open(const SocketContext& context, SocketKind kind, const SocketSettings& settings) {
  void* socket = zmq_socket(context.get(), zmq_type(kind));
  if (socket == nullptr) return last_error();
  set_options(socket, kind, settings);
  return Socket(socket);
}

Socket::Socket(Socket&& other) noexcept : socket_(std::exchange(other.socket_, nullptr)) {}

Socket::~Socket() {
  if (socket_ != nullptr) CHECK(zmq_close(socket_) == 0) << zmq_strerror(zmq_errno());
}

Status Socket::bind(const std::string& endpoint) {
  if (zmq_bind(socket_, endpoint.c_str()) == 0) return {};
  if (zmq_errno() == EADDRINUSE) return io_error("address already in use");
  return last_error();
}

Status Socket::connect(const std::string& endpoint) {
  return zmq_connect(socket_, endpoint.c_str()) == 0 ? Status() : last_error();
}

uint16_t Socket::bound_port() const {
  std::array<char, 256> text{};
  size_t size = text.size();
  CHECK(zmq_getsockopt(socket_, ZMQ_LAST_ENDPOINT, text.data(), &size) == 0) << zmq_strerror(zmq_errno());
  const std::string endpoint(text.data());
  uint16_t port = 0;
  std::from_chars(endpoint.data() + endpoint.rfind(':') + 1, endpoint.data() + endpoint.size(), port);
  return port;
}

int Socket::descriptor() const {
  int descriptor = -1;
  size_t size = sizeof descriptor;
  CHECK(zmq_getsockopt(socket_, ZMQ_FD, &descriptor, &size) == 0) << zmq_strerror(zmq_errno());
  return descriptor;
}

}  // namespace eddyline
