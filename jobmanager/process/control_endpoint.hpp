#pragma once

#include "common/net/network.hpp"
#include "jobmanager/core/core_access.hpp"
#include "jobmanager/process/peer_inboxes.hpp"
#include "jobmanager/surroundings/outbox.hpp"

namespace eddyline::jobmanager {

/// Puts what happens on the control connections into the core's queue.
class ControlHandler final : public NetworkHandler {
 public:
  ControlHandler(PeerInboxes::Limits limits, CoreAccess& core) : inboxes_(limits), core_(core) {}
  /// Before anything is listened to.
  void set_network(Network& network) { network_ = &network; }

  void on_connect(PeerId peer) override;
  void on_message(PeerId peer, Frame message) override;
  void on_disconnect(PeerId peer, const Status& why) override;

  /// Forgets what waits from a peer that the core ends: the network says nothing of those. Thread   any.
  void close(PeerId peer) { inboxes_.close(peer); }
  /// What the messages that wait and the open connections cost. Thread   any.
  uint64_t waiting_bytes() const { return inboxes_.total(); }

 private:
  void serve_oldest(PeerId peer, JobManagerCore& core, Moment now);
  /// Ends a connection whose messages were not kept: they would be missing unnoticed.
  void end(PeerId peer);

  PeerInboxes inboxes_;
  CoreAccess& core_;
  Network* network_ = nullptr;
};

/// Sends what the core says.
class NetworkOutbox final : public Outbox {
 public:
  /// Both are borrowed. `handler`: of the connections that this may end.
  NetworkOutbox(Network& network, ControlHandler& handler) : network_(network), handler_(handler) {}

  void to_executor(PeerId executor, schemas::ToExecutor message) override;
  void to_executors(std::span<const PeerId> executors, schemas::ToExecutor message) override;
  void to_client(PeerId client, schemas::ToClient message) override;
  void disconnect(PeerId peer) override;

 private:
  Network& network_;
  ControlHandler& handler_;
};

}  // namespace eddyline::jobmanager
