#pragma once

#include <deque>
#include <string>
#include <unordered_set>
#include <utility>

#include "common/net/network_time.hpp"

namespace eddyline {

/// Routing ids of connections that are gone or were refused. Messages of theirs may still lie in the socket and must not be
/// taken for the first ones of a new connection.
///
/// A name is kept until the socket was found empty a good while after its connection ended.
/// Thread   the network's.
class DepartedNames {
 public:
  void add(const std::string& routing_id, NetworkTime now);
  bool contains(const std::string& routing_id) const { return names_.contains(routing_id); }
  /// The socket was empty at `now`.
  void forget_old(NetworkTime now);

 private:
  std::unordered_set<std::string> names_;
  std::deque<std::pair<NetworkTime, std::string>> in_order_;
};

}  // namespace eddyline
