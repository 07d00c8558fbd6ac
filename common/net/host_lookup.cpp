#include "common/net/host_lookup.hpp"

#include <netdb.h>
#include <sys/socket.h>

#include <memory>

namespace eddyline {
namespace {

using AddressList = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

AddressList addresses_of(const std::string& host, int flags, int* error) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags;
  addrinfo* found = nullptr;
  *error = getaddrinfo(host.c_str(), nullptr, &hints, &found);
  return {*error == 0 ? found : nullptr, &freeaddrinfo};
}

const addrinfo* preferred(const addrinfo* list) {
  for (const addrinfo* entry = list; entry != nullptr; entry = entry->ai_next) {
    if (entry->ai_family == AF_INET) return entry;
  }
  return list;
}

}  // namespace

std::string HostAddress::endpoint(uint16_t port) const {
  return "tcp://" + NetworkAddress{text, port}.to_string();
}

bool is_numeric_host(const std::string& host) {
  int error = 0;
  return addresses_of(host, AI_NUMERICHOST, &error) != nullptr;
}

Result<HostAddress> look_up_host(const std::string& host) {
  if (host.empty()) return configuration_error("the name of a host is empty");
  int error = 0;
  const AddressList found = addresses_of(host, 0, &error);
  if (found == nullptr) return configuration_error("unknown host '" + host + "': " + gai_strerror(error));
  const addrinfo* chosen = preferred(found.get());
  char text[NI_MAXHOST];
  error = getnameinfo(chosen->ai_addr, chosen->ai_addrlen, text, sizeof text, nullptr, 0, NI_NUMERICHOST);
  if (error != 0) return configuration_error("unknown host '" + host + "': " + gai_strerror(error));
  return HostAddress{text, chosen->ai_family == AF_INET6};
}

}  // namespace eddyline
