#include "common/net/connector.hpp"

#include <algorithm>
#include <utility>

namespace eddyline {
namespace {

constexpr int kMessagesAtOnce = 64;

std::string in_milliseconds(std::chrono::milliseconds duration) {
  return std::to_string(duration.count()) + " ms";
}

}  // namespace

Connector::Connector(NetworkShared& shared, PeerId peer, NetworkAddress address, NetworkSettings settings,
                     NetworkHandler& handler, NetworkTime now)
    : Endpoint(shared, std::move(settings), handler),
      peer_(peer),
      address_(std::move(address)),
      name_(address_.to_string()),
      connect_deadline_(later(now, settings_.connect_timeout)),
      heard_(now),
      spoken_(now) {
  shared_.peers.emplace(peer_, this);
  shared_.has_new_deadline = true;
}

Status Connector::gone(const std::string& what) const {
  return {ErrorCode::kUnavailable, what};
}

void Connector::open(const Result<HostAddress>& host, const SocketContext& context, Poller& poller, NetworkTime now) {
  if (state_ != State::kLookingUp) return;
  if (!host.ok()) return finish(host.status());
  const Status status = connect_to(*host, context, poller);
  if (!status.ok()) return finish(gone("no connection to " + name_ + " can be made: " + status.message()));
  state_ = State::kGreeting;
  spoken_ = now;
  const Preamble preamble{Preamble::Side::kConnecting, settings_.version, settings_.protocol};
  send_own(watched_->socket, "", Message::Kind::kPreamble, preamble.encode());
}

Status Connector::connect_to(const HostAddress& host, const SocketContext& context, Poller& poller) {
  // Its own limit comes first, and says that nobody answered rather than that something else did.
  const auto patience = 2 * std::min(settings_.connect_timeout, std::chrono::milliseconds::max() / 2);
  const SocketSettings settings{settings_.message_bytes_max, patience, host.is_ipv6};
  ASSIGN_OR_RETURN(WatchedSocket watched, WatchedSocket::open(context, poller, *this, SocketKind::kDealer, settings));
  watched_.emplace(std::move(watched));
  return watched_->socket.connect(host.endpoint(address_.port));
}

void Connector::send(PeerId /*peer*/, Frame frame, NetworkTime now) {
  if (leaves_) return;
  if (state_ == State::kLookingUp || state_ == State::kGreeting) {
    held_.push_back(std::move(frame));
  } else if (state_ == State::kConnected) {
    spoken_ = now;
    count_out(frame);
    send_frame(watched_->socket, "", frame);
  }
}

void Connector::disconnect(PeerId /*peer*/, NetworkTime now) {
  muted_ = true;
  leaves_ = true;
  if (state_ == State::kConnected) say_goodbye(now);
}

void Connector::mute(PeerId /*peer*/) {
  muted_ = true;
}

void Connector::say_goodbye(NetworkTime now) {
  state_ = State::kLeaving;
  leaving_since_ = now;
  shared_.has_new_deadline = true;
  send_own(watched_->socket, "", Message::Kind::kGoodbye);
}

bool Connector::receive(NetworkTime now) {
  Message message;
  for (int i = 0; i < kMessagesAtOnce; ++i) {
    if (!watched_.has_value() || !receive_message(watched_->socket, message)) return false;
    heard_ = now;
    handle(std::move(message), now);
  }
  return true;
}

void Connector::handle(Message message, NetworkTime now) {
  if (state_ == State::kGreeting) return greet(message, now);
  switch (message.kind) {
    case Message::Kind::kHandlers:
      if (muted_) return;
      count_in(message.body);
      return handler_.on_message(peer_, std::move(message.body));
    case Message::Kind::kSignOfLife:
      return;
    case Message::Kind::kGoodbye:
      return finish(gone(name_ + " has closed the connection"));
    case Message::Kind::kPreamble:
    case Message::Kind::kForeign:
      count_strangers();
      return finish(gone(name_ + " has sent what is no message"));
  }
}

void Connector::greet(const Message& message, NetworkTime now) {
  const std::optional<Preamble> theirs =
      message.kind == Message::Kind::kPreamble ? Preamble::decode(message.body.bytes) : std::nullopt;
  if (!theirs.has_value()) {
    count_strangers();
    return finish(gone(name_ + " does not speak the protocol '" + settings_.protocol + "'"));
  }
  const Preamble mine{Preamble::Side::kConnecting, settings_.version, settings_.protocol};
  const Status status = mine.accept(*theirs, name_);
  if (!status.ok()) {
    count_strangers();
    return finish(status);
  }
  state_ = State::kConnected;
  shared_.has_new_deadline = true;
  if (!muted_) handler_.on_connect(peer_);
  const bool leaves = std::exchange(leaves_, false);
  for (Frame& frame : std::exchange(held_, {})) send(peer_, std::move(frame), now);
  if (leaves) disconnect(peer_, now);
}

void Connector::read_events(NetworkTime now) {
  ConnectionEvent event;
  while (watched_.has_value() && watched_->monitor.next(event)) {
    switch (event.kind) {
      case ConnectionEvent::Kind::kAccepted:
        break;
      case ConnectionEvent::Kind::kFailed:
        finish(gone("no connection to " + name_ + " can be made"));
        break;
      case ConnectionEvent::Kind::kHandshakeFailed:
        failed_handshake_ = true;
        break;
      case ConnectionEvent::Kind::kDisconnected:
        // What came before it is still there.
        while (receive(now)) {
        }
        finish(gone(failed_handshake_ ? name_ + " does not speak the protocol '" + settings_.protocol + "'"
                                      : "the connection to " + name_ + " is gone"));
        break;
    }
  }
}

NetworkTime Connector::watch(NetworkTime now) {
  if (state_ == State::kLookingUp || state_ == State::kGreeting) {
    if (now < connect_deadline_) return connect_deadline_;
    finish(gone(name_ + " has not answered within " + in_milliseconds(settings_.connect_timeout)));
    return NetworkTime::max();
  }
  if (state_ == State::kOver) return NetworkTime::max();
  // Whatever it says, a peer that was told goodbye has no longer than one that says nothing.
  const NetworkTime silent_at = later(state_ == State::kLeaving ? leaving_since_ : heard_, settings_.silence_max);
  if (now >= silent_at) {
    finish(gone(name_ + " has been silent for " + in_milliseconds(settings_.silence_max)));
    return NetworkTime::max();
  }
  if (state_ == State::kLeaving) return silent_at;
  if (now >= later(spoken_, settings_.sign_of_life_interval)) {
    send_own(watched_->socket, "", Message::Kind::kSignOfLife);
    spoken_ = now;
  }
  return std::min(silent_at, later(spoken_, settings_.sign_of_life_interval));
}

void Connector::take_leave(NetworkTime now) {
  disconnect(peer_, now);
  if (state_ != State::kLeaving) finish(gone("this process closes its connections"));
}

void Connector::finish(const Status& why) {
  if (state_ == State::kOver) return;
  state_ = State::kOver;
  watched_.reset();
  held_.clear();
  shared_.peers.erase(peer_);
  if (!muted_) handler_.on_disconnect(peer_, why);
}

}  // namespace eddyline
