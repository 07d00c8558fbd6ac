#pragma once

#include <string>

#include "common/net/network.hpp"

namespace eddyline {

/// A host's numeric address.
struct HostAddress {
  std::string text;
  bool is_ipv6 = false;

  /// The address as ZeroMQ takes it, with a port: "tcp://127.0.0.1:6123".
  std::string endpoint(uint16_t port) const;
};

/// Whether the host is a numeric address, so that looking it up asks nobody.
bool is_numeric_host(const std::string& host);

/// Finds the address of a host; of several the first of IPv4, as the JVM prefers it, so that both ends of a connection
/// choose the same one for "localhost".
/// Errors   kConfigurationError naming the host.
/// Thread   any; waits for name servers unless the host is numeric.
Result<HostAddress> look_up_host(const std::string& host);

}  // namespace eddyline
