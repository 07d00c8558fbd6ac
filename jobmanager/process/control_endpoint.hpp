#pragma once

#include "common/net/network.hpp"
#include "jobmanager/process/event_queue.hpp"
#include "jobmanager/surroundings/outbox.hpp"

namespace eddyline::jobmanager {

/// Puts what happens on the control connections into the core's queue.
class ControlHandler final : public NetworkHandler {
 public:
  explicit ControlHandler(EventQueue& events) : events_(events) {}
  /// Before anything is listened to.
  void set_network(Network& network) { network_ = &network; }

  void on_connect(PeerId peer) override { events_.push(PeerConnected{peer}); }
  void on_message(PeerId peer, Frame message) override;
  void on_disconnect(PeerId peer, const Status& why) override { events_.push(PeerLost{peer, why}); }

 private:
  EventQueue& events_;
  Network* network_ = nullptr;
};

/// Sends what the core says.
class NetworkOutbox final : public Outbox {
 public:
  explicit NetworkOutbox(Network& network) : network_(network) {}

  void to_executor(PeerId executor, schemas::ToExecutor message) override;
  void to_client(PeerId client, schemas::ToClient message) override;
  void disconnect(PeerId peer) override { network_.disconnect(peer); }

 private:
  Network& network_;
};

}  // namespace eddyline::jobmanager
