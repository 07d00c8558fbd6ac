#pragma once

#include <poll.h>

#include <vector>

#include "tests/network_proxy/pump.hpp"

namespace eddyline {

/// How a connection is cut: with RST, which drops what is under way, or with FIN behind it.
enum class CutWay { kReset, kFinish };

/// A connection to the proxy and the one to its target that belongs to it.
/// Thread   one.
class ProxiedConnection {
 public:
  /// Takes over both descriptors, which do not block.
  ProxiedConnection(int client, int target);
  ~ProxiedConnection();
  ProxiedConnection(const ProxiedConnection&) = delete;
  ProxiedConnection& operator=(const ProxiedConnection&) = delete;

  void add_polled(std::vector<pollfd>& polled) const;
  /// Moves what can be moved; false at the connection's end.
  bool move();
  /// Must be followed by destruction.
  void cut(CutWay way);
  uint64_t moved_bytes() const { return there_.moved_bytes() + back_.moved_bytes(); }

 private:
  const int client_;
  const int target_;
  Pump there_;
  Pump back_;
};

}  // namespace eddyline
