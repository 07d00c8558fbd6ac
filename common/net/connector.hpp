#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/net/endpoint.hpp"
#include "common/net/host_lookup.hpp"
#include "common/net/message.hpp"
#include "common/net/preamble.hpp"
#include "common/net/watched_socket.hpp"

namespace eddyline {

/// A connection that this process makes: looked up, connected, greeted, in use, taken leave of. Each step is taken at most
/// once; whatever goes wrong ends it.
/// Thread   the network's.
class Connector final : public Endpoint {
 public:
  Connector(NetworkShared& shared, PeerId peer, NetworkAddress address, NetworkSettings settings,
            NetworkHandler& handler, NetworkTime now);

  /// Begins to connect, once it is known where to.
  void open(const Result<HostAddress>& host, const SocketContext& context, Poller& poller, NetworkTime now);

  void send(PeerId peer, Frame frame, NetworkTime now) override;
  void disconnect(PeerId peer, NetworkTime now) override;
  void mute(PeerId peer) override;
  bool receive(NetworkTime now) override;
  void read_events(NetworkTime now) override;
  NetworkTime watch(NetworkTime now) override;
  void take_leave(NetworkTime now) override;
  bool is_over() const override { return state_ == State::kOver; }

 private:
  enum class State { kLookingUp, kGreeting, kConnected, kLeaving, kOver };

  Status connect_to(const HostAddress& host, const SocketContext& context, Poller& poller);
  void handle(Message message, NetworkTime now);
  void greet(const Message& message, NetworkTime now);
  void say_goodbye(NetworkTime now);
  void finish(const Status& why);
  Status gone(const std::string& what) const;

  const PeerId peer_;
  const NetworkAddress address_;
  /// As errors name the other side.
  const std::string name_;
  State state_ = State::kLookingUp;
  /// The handler hears nothing any more.
  bool muted_ = false;
  /// Goes once the connection stands and what is held back has been sent.
  bool leaves_ = false;
  bool failed_handshake_ = false;
  std::optional<WatchedSocket> watched_;
  /// Messages from before the connection stood.
  std::vector<Frame> held_;
  NetworkTime connect_deadline_;
  NetworkTime heard_;
  /// Of kLeaving.
  NetworkTime leaving_since_;
  NetworkTime spoken_;
};

}  // namespace eddyline
