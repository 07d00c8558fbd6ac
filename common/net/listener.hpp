#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/net/departed_names.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/host_lookup.hpp"
#include "common/net/message.hpp"
#include "common/net/preamble.hpp"
#include "common/net/unsent_frames.hpp"
#include "common/net/watched_socket.hpp"

namespace eddyline {

/// An address that this process listens at, with the connections that others make to it.
///
/// A connection is ours from its preamble on, which must be its first message. ZeroMQ says which TCP connections came and
/// ended, by descriptor, and on which of them a message came; the two together tell whose connection has ended, and let
/// those be cut that are not ours, silent, or send parts without end: ZeroMQ keeps those of a message until its last one, and bounds
/// each but not their number, so that what TCP has counted is compared with what has come out.
/// Thread   the network's.
class Listener final : public Endpoint {
 public:
  /// Errors   kIoError with the reason and no address.
  static Result<std::unique_ptr<Listener>> open(NetworkShared& shared, const HostAddress& host, uint16_t port,
                                                const NetworkSettings& settings, NetworkHandler& handler,
                                                const SocketContext& context, Poller& poller);

  uint16_t port() const { return watched_->socket.bound_port(); }

  void send(PeerId peer, Frame frame, NetworkTime now) override;
  void disconnect(PeerId peer, NetworkTime now) override;
  void mute(PeerId peer) override;
  bool receive(NetworkTime now) override;
  void read_events(NetworkTime now) override;
  NetworkTime watch(NetworkTime now) override;
  void take_leave(NetworkTime now) override;
  bool is_over() const override { return false; }

 private:
  struct Peer {
    PeerId id;
    std::string routing_id;
    std::string name;
    int descriptor = -1;
    NetworkTime heard;
    NetworkTime spoken;
    /// When it was last looked whether whole messages come, what had been heard and how many bytes had come by then.
    NetworkTime heard_then{};
    uint64_t received_then = 0;
    UnsentFrames unsent;
    /// The handler hears nothing any more.
    bool muted = false;
    /// When it was told goodbye, if it was.
    std::optional<NetworkTime> leaving_since{};
    /// Its connection has ended; what it had sent is still read.
    bool ended = false;
  };

  Listener(NetworkShared& shared, const NetworkSettings& settings, NetworkHandler& handler)
      : Endpoint(shared, settings, handler) {}

  /// False if the connection is gone.
  bool hand_over(Peer& peer, const Frame& frame);
  void handle(Peer& peer, Message message, NetworkTime now);
  void greet(const std::string& routing_id, const Message& message, NetworkTime now);
  void refuse(const std::string& routing_id, int descriptor, NetworkTime now);
  void drop_stranger(const std::string& routing_id, int descriptor, NetworkTime now);
  void end_connection(int descriptor, NetworkTime now);
  void tell_ended(NetworkTime now);
  void remove(Peer& peer, const Status& why, NetworkTime now);
  void remove_and_cut(Peer& peer, const Status& why, NetworkTime now);
  /// All there are; removing one ends its pointer alone.
  std::vector<Peer*> peers() const;
  NetworkTime watch_peer(Peer& peer, NetworkTime now);
  void look_for_endless(NetworkTime now);
  bool sends_no_end(Peer& peer) const;
  Preamble own_preamble() const;

  std::optional<WatchedSocket> watched_;
  bool takes_peers_ = true;
  AcceptedConnections connections_;
  DepartedNames departed_;
  std::unordered_map<PeerId, std::unique_ptr<Peer>> peers_;
  std::unordered_map<std::string, Peer*> by_routing_id_;
  std::unordered_map<int, Peer*> by_descriptor_;
  /// Those with `ended`, and since when there are any.
  std::vector<PeerId> ended_;
  NetworkTime first_ended_;
  /// Everything that had come whole was handed out.
  bool drained_ = true;
  NetworkTime looked_;
};

}  // namespace eddyline
