#include "common/net/listener.hpp"

#include <algorithm>
#include <utility>

namespace eddyline {
namespace {

constexpr int kMessagesAtOnce = 64;
// How long messages of others may keep those of an ended connection from being read, or one from being judged.
constexpr std::chrono::seconds kLastWordsMax{1};
// What lies in buffers of the system.
constexpr uint64_t kBufferedBytes = uint64_t{1} << 20;

Status gone(const std::string& what) {
  return {ErrorCode::kUnavailable, what};
}

}  // namespace

Result<std::unique_ptr<Listener>> Listener::open(NetworkShared& shared, const HostAddress& host, uint16_t port,
                                                 const NetworkSettings& settings, NetworkHandler& handler,
                                                 const SocketContext& context, Poller& poller) {
  std::unique_ptr<Listener> listener(new Listener(shared, settings, handler));
  const SocketSettings socket_settings{settings.message_bytes_max, settings.connect_timeout, host.is_ipv6};
  ASSIGN_OR_RETURN(WatchedSocket watched,
                   WatchedSocket::open(context, poller, *listener, SocketKind::kRouter, socket_settings));
  listener->watched_.emplace(std::move(watched));
  RETURN_IF_ERROR(listener->watched_->socket.bind(host.endpoint(port)));
  return listener;
}

Preamble Listener::own_preamble() const {
  return {Preamble::Side::kListening, settings_.version, settings_.protocol};
}

void Listener::send(PeerId id, Frame frame, NetworkTime now) {
  const auto found = peers_.find(id);
  if (found == peers_.end() || found->second->leaving_since || found->second->ended) return;
  Peer& peer = *found->second;
  peer.spoken = now;
  count_out(frame);
  if (!hand_over(peer, frame)) return end_connection(peer.descriptor, now);
  const uint64_t unsent = peer.unsent.bytes();
  if (!settings_.unsent_bytes_max || unsent <= settings_.unsent_bytes_max->value()) return;
  remove_and_cut(peer,
                 gone("the peer at " + peer.name + " does not read what it is sent: " + std::to_string(unsent) + " bytes wait"),
                 now);
}

bool Listener::hand_over(Peer& peer, const Frame& frame) {
  if (!settings_.unsent_bytes_max) return send_frame(watched_->socket, peer.routing_id, frame);
  return send_frame(watched_->socket, peer.routing_id, peer.unsent.count(frame), Handover::kKept);
}

void Listener::mute(PeerId id) {
  const auto found = peers_.find(id);
  if (found != peers_.end()) found->second->muted = true;
}

void Listener::disconnect(PeerId id, NetworkTime now) {
  const auto found = peers_.find(id);
  if (found == peers_.end() || found->second->leaving_since) return;
  Peer& peer = *found->second;
  peer.muted = true;
  peer.leaving_since = now;
  shared_.has_new_deadline = true;
  // The other side closes the connection once it has read that, behind what was sent before.
  send_own(watched_->socket, peer.routing_id, Message::Kind::kGoodbye);
}

bool Listener::receive(NetworkTime now) {
  drained_ = false;
  std::string routing_id;
  Message message;
  for (int i = 0; i < kMessagesAtOnce; ++i) {
    if (!receive_routing_id(watched_->socket, routing_id)) {
      drained_ = true;
      departed_.forget_old(now);
      tell_ended(now);
      return false;
    }
    CHECK(receive_message(watched_->socket, message)) << "a message is missing";
    const auto found = by_routing_id_.find(routing_id);
    if (found != by_routing_id_.end()) {
      handle(*found->second, std::move(message), now);
    } else if (takes_peers_ && !departed_.contains(routing_id)) {
      greet(routing_id, message, now);
    }
  }
  if (now >= first_ended_ + kLastWordsMax) tell_ended(now);
  return true;
}

void Listener::handle(Peer& peer, Message message, NetworkTime now) {
  peer.heard = now;
  switch (message.kind) {
    case Message::Kind::kHandlers:
      if (peer.muted) return;
      count_in(message.body);
      return handler_.on_message(peer.id, std::move(message.body));
    case Message::Kind::kSignOfLife:
      return;
    case Message::Kind::kGoodbye:
      send_own(watched_->socket, peer.routing_id, Message::Kind::kGoodbye);
      return remove(peer, gone("the peer at " + peer.name + " has closed the connection"), now);
    case Message::Kind::kPreamble:
    case Message::Kind::kForeign:
      count_strangers();
      return remove_and_cut(peer, gone("the peer at " + peer.name + " has sent what is no message"), now);
  }
}

void Listener::greet(const std::string& routing_id, const Message& message, NetworkTime now) {
  const bool is_handlers = message.kind == Message::Kind::kHandlers;
  const int descriptor = is_handlers ? descriptor_of(message.body) : message.descriptor;
  const std::optional<Preamble> theirs =
      message.kind == Message::Kind::kPreamble ? Preamble::decode(message.body.bytes) : std::nullopt;
  if (!theirs.has_value()) return drop_stranger(routing_id, descriptor, now);
  // The connection's beginning is told before its messages, and its end may be by now.
  read_events(now);
  const std::string name = connections_.peer_of(descriptor);
  const Status status = own_preamble().accept(*theirs, "the peer at " + name);
  if (!status.ok()) {
    refuse(routing_id, descriptor, now);
    if (own_preamble().is_counterpart(*theirs)) handler_.on_disconnect(shared_.next_peer(), status);
    return;
  }
  if (!connections_.claim(descriptor) ||
      !send_own(watched_->socket, routing_id, Message::Kind::kPreamble, own_preamble().encode())) {
    return departed_.add(routing_id, now);
  }
  // A connection that had the descriptor before is gone, or this one could not have it.
  end_connection(descriptor, now);
  const PeerId id = shared_.next_peer();
  auto peer = std::make_unique<Peer>(Peer{.id = id, .routing_id = routing_id, .name = name, .descriptor = descriptor, .heard = now, .spoken = now, .unsent = {}});
  by_routing_id_[routing_id] = peer.get();
  by_descriptor_[descriptor] = peer.get();
  peers_.emplace(id, std::move(peer));
  shared_.peers.emplace(id, this);
  shared_.has_new_deadline = true;
  handler_.on_connect(id);
}

void Listener::refuse(const std::string& routing_id, int descriptor, NetworkTime now) {
  count_strangers();
  // Its side says what is wrong, too.
  send_own(watched_->socket, routing_id, Message::Kind::kPreamble, own_preamble().encode());
  connections_.refuse(descriptor);
  departed_.add(routing_id, now);
}

void Listener::drop_stranger(const std::string& routing_id, int descriptor, NetworkTime now) {
  // Old versions of ZeroMQ's own protocol do not say which connection it was; that is counted when it ends.
  if (descriptor >= 0) count_strangers();
  read_events(now);
  connections_.cut(descriptor);
  departed_.add(routing_id, now);
}

void Listener::read_events(NetworkTime now) {
  ConnectionEvent event;
  while (watched_->monitor.next(event)) {
    switch (event.kind) {
      case ConnectionEvent::Kind::kAccepted:
        connections_.add(event.descriptor, later(now, settings_.connect_timeout));
        shared_.has_new_deadline = true;
        break;
      case ConnectionEvent::Kind::kDisconnected:
        if (!connections_.remove(event.descriptor)) count_strangers();
        end_connection(event.descriptor, now);
        break;
      case ConnectionEvent::Kind::kHandshakeFailed:
      case ConnectionEvent::Kind::kFailed:
        break;
    }
  }
}

void Listener::end_connection(int descriptor, NetworkTime now) {
  const auto found = by_descriptor_.find(descriptor);
  if (found == by_descriptor_.end()) return;
  if (ended_.empty()) first_ended_ = now;
  found->second->ended = true;
  ended_.push_back(found->second->id);
  by_descriptor_.erase(found);
}

void Listener::tell_ended(NetworkTime now) {
  for (const PeerId id : std::exchange(ended_, {})) {
    const auto found = peers_.find(id);
    if (found == peers_.end()) continue;
    remove(*found->second, gone("the connection to the peer at " + found->second->name + " is gone"), now);
  }
}

void Listener::remove(Peer& peer, const Status& why, NetworkTime now) {
  departed_.add(peer.routing_id, now);
  by_routing_id_.erase(peer.routing_id);
  if (!peer.ended) by_descriptor_.erase(peer.descriptor);
  shared_.peers.erase(peer.id);
  const PeerId id = peer.id;
  const bool muted = peer.muted;
  peers_.erase(id);
  if (!muted) handler_.on_disconnect(id, why);
}

void Listener::remove_and_cut(Peer& peer, const Status& why, NetworkTime now) {
  if (!peer.ended) connections_.cut(peer.descriptor);
  remove(peer, why, now);
}

std::vector<Listener::Peer*> Listener::peers() const {
  std::vector<Peer*> peers;
  peers.reserve(peers_.size());
  for (const auto& [id, peer] : peers_) peers.push_back(peer.get());
  return peers;
}

NetworkTime Listener::watch(NetworkTime now) {
  NetworkTime next = NetworkTime::max();
  look_for_endless(now);
  for (Peer* peer : peers()) next = std::min(next, watch_peer(*peer, now));
  if (!peers_.empty()) next = std::min(next, now + AcceptedConnections::kLookInterval);
  count_strangers(connections_.cut_overdue(now, next));
  return next;
}

void Listener::look_for_endless(NetworkTime now) {
  if (now < looked_ + (drained_ ? AcceptedConnections::kLookInterval : kLastWordsMax)) return;
  looked_ = now;
  for (Peer* peer : peers()) {
    if (peer->ended || !sends_no_end(*peer)) continue;
    count_strangers();
    remove_and_cut(*peer, gone("the peer at " + peer->name + " sends a message without end"), now);
  }
}

/// More has come since its last message than the next one may have, even if that has just come whole.
bool Listener::sends_no_end(Peer& peer) const {
  const uint64_t received = AcceptedConnections::received_bytes(peer.descriptor);
  if (peer.heard != peer.heard_then) {
    peer.heard_then = peer.heard;
    peer.received_then = received;
  }
  return received > peer.received_then && received - peer.received_then > 2 * settings_.message_bytes_max.value() + kBufferedBytes;
}

NetworkTime Listener::watch_peer(Peer& peer, NetworkTime now) {
  if (peer.ended) return NetworkTime::max();
  // Whatever it says, a peer that was told goodbye has no longer than one that says nothing.
  const NetworkTime silent_at = later(peer.leaving_since.value_or(peer.heard), settings_.silence_max);
  if (now >= silent_at) {
    remove_and_cut(peer,
                   gone("the peer at " + peer.name + " has been silent for " +
                        std::to_string(settings_.silence_max.count()) + " ms"),
                   now);
    return NetworkTime::max();
  }
  if (peer.leaving_since) return silent_at;
  if (now >= later(peer.spoken, settings_.sign_of_life_interval)) {
    peer.spoken = now;
    if (!send_own(watched_->socket, peer.routing_id, Message::Kind::kSignOfLife)) end_connection(peer.descriptor, now);
  }
  return std::min(silent_at, later(peer.spoken, settings_.sign_of_life_interval));
}

void Listener::take_leave(NetworkTime now) {
  takes_peers_ = false;
  for (const auto& [id, peer] : peers_) disconnect(id, now);
}

}  // namespace eddyline
