#include "common/net/network.hpp"

namespace eddyline {

std::string NetworkAddress::to_string() const {
  const bool is_ipv6 = host.find(':') != std::string::npos;
  return (is_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

}  // namespace eddyline
