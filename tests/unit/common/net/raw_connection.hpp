#pragma once

#include <string>

#include "common/net/network.hpp"

namespace eddyline {

/// A TCP connection of somebody who does not know our protocol.
class RawConnection {
 public:
  /// CHECKs that somebody listens there.
  explicit RawConnection(const NetworkAddress& address);
  ~RawConnection();
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  /// False at the connection's end, which wait_closed() sees.
  bool send(const std::string& bytes) const;
  /// Reads until the other side has said this; false at the connection's end, and after half a minute.
  bool wait_said(const std::string& text) const;
  /// Reads until the other side has ended the connection; false after half a minute.
  bool wait_closed() const;

 private:
  int descriptor_;
};

/// Listens on loopback and greets the first that connects with `bytes`.
class RawListener {
 public:
  RawListener();
  ~RawListener();
  RawListener(const RawListener&) = delete;
  RawListener& operator=(const RawListener&) = delete;

  const NetworkAddress& address() const { return address_; }
  /// Waits for a connection and sends `bytes` on it; the connection stays until the end.
  void greet(const std::string& bytes);

 private:
  NetworkAddress address_{"127.0.0.1", 0};
  int listening_;
  int accepted_ = -1;
};

}  // namespace eddyline
