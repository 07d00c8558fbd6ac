#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <unordered_map>

#include "common/net/accepted_connections.hpp"
#include "common/net/network.hpp"
#include "common/net/socket.hpp"
#include "common/net/socket_monitor.hpp"

namespace eddyline {

class Endpoint;

/// What the endpoints of a network share.
struct NetworkShared {
  PeerId next_peer() { return PeerId(last_peer.fetch_add(1, std::memory_order_relaxed) + 1); }

  std::atomic<uint64_t> last_peer{0};
  std::atomic<uint64_t> frames_in{0};
  std::atomic<uint64_t> bytes_in{0};
  std::atomic<uint64_t> frames_out{0};
  std::atomic<uint64_t> bytes_out{0};
  std::atomic<uint64_t> strangers{0};

  // Of the network's thread alone:

  /// Whose each peer is.
  std::unordered_map<PeerId, Endpoint*> peers;
  /// Something new has a deadline, which watch() has not told of yet.
  bool has_new_deadline = false;
};

/// A socket of ours with the connections on it: one that listens, or one that was connected.
///
/// Its methods call handlers, which call none of them: what handlers want is queued.
/// Thread   the network's.
class Endpoint {
 public:
  Endpoint(NetworkShared& shared, NetworkSettings settings, NetworkHandler& handler)
      : shared_(shared), settings_(std::move(settings)), handler_(handler) {}
  virtual ~Endpoint() = default;
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  virtual void send(PeerId peer, Frame frame, NetworkTime now) = 0;
  virtual void disconnect(PeerId peer, NetworkTime now) = 0;
  /// The handler hears nothing of this peer any more, which it has just disconnected or is about to.
  virtual void mute(PeerId peer) = 0;
  /// Hands out what has come, up to a bound, so that no endpoint starves another; true if there may be more.
  virtual bool receive(NetworkTime now) = 0;
  /// Reads what happened to the connections.
  virtual void read_events(NetworkTime now) = 0;
  /// Says what has to be said and ends what has been silent or not come about in time; gives when to be called again.
  virtual NetworkTime watch(NetworkTime now) = 0;
  /// Disconnects all peers and takes no new ones.
  virtual void take_leave(NetworkTime now) = 0;
  /// Nothing will happen here any more.
  virtual bool is_over() const = 0;

  /// The loop's notes: that it is about to serve this endpoint, and whether something happened to its connections.
  struct Due {
    bool listed = false;
    bool events = false;
  };
  Due due;

 protected:
  void count_in(const Frame& frame) {
    shared_.frames_in.fetch_add(1, std::memory_order_relaxed);
    shared_.bytes_in.fetch_add(frame.bytes.size(), std::memory_order_relaxed);
  }
  void count_out(const Frame& frame) {
    shared_.frames_out.fetch_add(1, std::memory_order_relaxed);
    shared_.bytes_out.fetch_add(frame.bytes.size(), std::memory_order_relaxed);
  }
  void count_strangers(uint64_t count = 1) { shared_.strangers.fetch_add(count, std::memory_order_relaxed); }

  NetworkShared& shared_;
  const NetworkSettings settings_;
  NetworkHandler& handler_;
};

}  // namespace eddyline
