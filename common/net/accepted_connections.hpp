#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "common/net/network_time.hpp"

namespace eddyline {

/// The TCP connections that a listener has accepted, by descriptor, from the event that tells of one to the event that
/// tells of its end. ZeroMQ offers no way to end one of them, so it is done here, below it.
///
/// Descriptors belong to ZeroMQ and may be closed and used again at any time: nothing is done to one before it was compared
/// with the peer's address that it had.
/// Thread   the network's.
class AcceptedConnections {
 public:
  /// How often what comes is measured, while anything may come.
  static constexpr std::chrono::milliseconds kLookInterval{250};

  /// A new connection, which is cut at `deadline` unless it is claimed.
  void add(int descriptor, NetworkTime deadline);
  /// A connection has ended; false if it was neither claimed nor refused before.
  bool remove(int descriptor);

  /// Keeps the connection from its deadline; false if there is none of that descriptor (any more), or one that was refused.
  bool claim(int descriptor);
  /// From now on the connection cannot be claimed; it ends at its deadline, so that the other side can read why.
  void refuse(int descriptor);
  /// Ends the connection at once.
  void cut(int descriptor);
  /// Ends what is past its deadline, and what says more than a preamble before it is claimed; gives how many of them were not
  /// refused before, and lowers `next` to when to look again.
  size_t cut_overdue(NetworkTime now, NetworkTime& next);
  /// Bytes that have come so far on a connection that has not ended, whoever has taken them; 0 if nobody knows.
  static uint64_t received_bytes(int descriptor);

  /// "127.0.0.1:40312", or "an unknown address".
  std::string peer_of(int descriptor) const;

 private:
  enum class State { kNew, kClaimed, kRefused };
  struct Connection {
    std::string peer;
    NetworkTime deadline;
    State state = State::kNew;
  };
  static void cut(int descriptor, Connection& connection);

  std::unordered_map<int, Connection> connections_;
};

}  // namespace eddyline
