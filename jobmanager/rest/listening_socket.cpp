#include "jobmanager/rest/listening_socket.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "common/net/host_lookup.hpp"

namespace eddyline::jobmanager {
namespace {

Status system_error() {
  return io_error(std::strerror(errno));
}

Result<uint16_t> port_of(int descriptor) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  if (getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size) != 0) return system_error();
  if (address.ss_family == AF_INET6) return ntohs(reinterpret_cast<const sockaddr_in6&>(address).sin6_port);
  return ntohs(reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

Result<ListeningSocket> listen_at(const HostAddress& host, uint16_t port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.text.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (error != 0) return io_error(gai_strerror(error));
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> address(found, &freeaddrinfo);
  ListeningSocket socket;
  socket.descriptor = OwnedDescriptor(::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket.descriptor.is_open()) return system_error();
  // A port that was just given up may be taken again.
  const int on = 1;
  setsockopt(socket.descriptor.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (bind(socket.descriptor.get(), found->ai_addr, found->ai_addrlen) != 0) return system_error();
  if (listen(socket.descriptor.get(), SOMAXCONN) != 0) return system_error();
  ASSIGN_OR_RETURN(socket.port, port_of(socket.descriptor.get()));
  return socket;
}

}  // namespace

Result<ListeningSocket> listen_for_requests(const RestSettings& settings) {
  const Result<HostAddress> host = look_up_host(settings.bind_host);
  if (!host.ok()) return host.status().with_context(settings.host_key);
  Status why;
  for (const uint16_t port : settings.ports.ports()) {
    Result<ListeningSocket> socket = listen_at(*host, port);
    if (socket.ok()) return socket;
    why = socket.status();
  }
  return io_error("Could not start rest endpoint on any port in port range " +
                  OptionValue<PortRanges>::format(settings.ports) + " (" + settings.port_key + ") of host " +
                  settings.bind_host + " (" + settings.host_key + "): " + why.message());
}

}  // namespace eddyline::jobmanager
