#include "common/net/network_loop.hpp"

#include <algorithm>
#include <utility>

#include "common/concurrency/named_thread.hpp"
#include "common/net/connector.hpp"
#include "common/net/listener.hpp"

namespace eddyline {
namespace {

// How long a network that is destroyed waits for its peers to have taken what was sent.
constexpr std::chrono::milliseconds kLeaveMax{100};

NetworkTime clock_now() {
  return NetworkTime::clock::now();
}

}  // namespace

Result<std::unique_ptr<NetworkLoop>> NetworkLoop::open() {
  ASSIGN_OR_RETURN(std::unique_ptr<SocketContext> context, SocketContext::open());
  ASSIGN_OR_RETURN(std::unique_ptr<Poller> poller, Poller::open());
  ASSIGN_OR_RETURN(std::shared_ptr<CommandQueue> queue, CommandQueue::open());
  ASSIGN_OR_RETURN(PollEntry entry, poller->add(queue->descriptor(), {PollSource::Kind::kCommands, nullptr}));
  std::unique_ptr<NetworkLoop> loop(new NetworkLoop(std::move(context), std::move(poller), queue, std::move(entry)));
  return loop;
}

NetworkLoop::NetworkLoop(std::unique_ptr<SocketContext> context, std::unique_ptr<Poller> poller,
                         std::shared_ptr<CommandQueue> queue, PollEntry queue_entry)
    : context_(std::move(context)),
      poller_(std::move(poller)),
      queue_(std::move(queue)),
      queue_entry_(std::move(queue_entry)) {}

void NetworkLoop::run() {
  while (!stopping_) {
    now_ = clock_now();
    run_commands();
    serve_due();
    watch_if_due();
    remove_finished();
    if (!stopping_) sleep(next_watch_);
  }
  take_leave();
}

void NetworkLoop::run_commands() {
  queue_->take(commands_);
  for (NetworkCommand& command : commands_) {
    if (auto* message = std::get_if<OutgoingMessage>(&command)) {
      Endpoint* endpoint = endpoint_of(message->peer);
      if (endpoint == nullptr) continue;
      endpoint->send(message->peer, std::move(message->frame), now_);
      // Sending may have taken the notice of something to receive.
      make_due(*endpoint);
    } else {
      std::get<NetworkAction>(command)(*this);
    }
  }
  commands_.clear();
}

Result<NetworkAddress> NetworkLoop::listen(const HostAddress& host, const NetworkAddress& address,
                                           const NetworkSettings& settings, NetworkHandler& handler) {
  Result<std::unique_ptr<Listener>> listener =
      Listener::open(shared_, host, address.port, settings, handler, *context_, *poller_);
  if (!listener.ok()) return listener.status().with_context("cannot listen at " + address.to_string());
  const NetworkAddress bound{address.host, (*listener)->port()};
  endpoints_.push_back(std::move(*listener));
  begin_serving(*endpoints_.back());
  return bound;
}

void NetworkLoop::connect(PeerId peer, const NetworkAddress& address, const NetworkSettings& settings,
                          NetworkHandler& handler) {
  auto connector = std::make_unique<Connector>(shared_, peer, address, settings, handler, now_);
  endpoints_.push_back(std::move(connector));
  look_up(peer, address.host);
}

void NetworkLoop::look_up(PeerId peer, const std::string& host) {
  if (host.empty() || is_numeric_host(host)) return found_host(peer, look_up_host(host));
  // Name servers may take longer than the network lives, so nobody waits for this thread; the queue may outlive the loop.
  Result<std::thread> thread = start_thread("host look-up", [queue = queue_, peer, host] {
    queue->push(NetworkAction([peer, found = look_up_host(host)](NetworkLoop& loop) { loop.found_host(peer, found); }));
  });
  if (!thread.ok()) return found_host(peer, thread.status());
  thread->detach();
}

void NetworkLoop::found_host(PeerId peer, const Result<HostAddress>& host) {
  // Only connectors look for hosts.
  auto* connector = static_cast<Connector*>(endpoint_of(peer));
  if (connector == nullptr) return;
  connector->open(host, *context_, *poller_, now_);
  begin_serving(*connector);
}

void NetworkLoop::begin_serving(Endpoint& endpoint) {
  // The descriptors of new sockets stay quiet until somebody has found nothing in them.
  endpoint.due.events = true;
  make_due(endpoint);
}

void NetworkLoop::disconnect(PeerId peer) {
  Endpoint* endpoint = endpoint_of(peer);
  if (endpoint == nullptr) return;
  endpoint->disconnect(peer, now_);
  make_due(*endpoint);
}

void NetworkLoop::mute(PeerId peer) {
  Endpoint* endpoint = endpoint_of(peer);
  if (endpoint != nullptr) endpoint->mute(peer);
}

void NetworkLoop::serve_due() {
  for (Endpoint* endpoint : std::exchange(due_, {})) {
    const Endpoint::Due due = std::exchange(endpoint->due, {});
    if (endpoint->is_over()) continue;
    if (due.events) endpoint->read_events(now_);
    if (endpoint->receive(now_)) make_due(*endpoint);
  }
}

void NetworkLoop::watch_if_due() {
  if (now_ < next_watch_ && !std::exchange(shared_.has_new_deadline, false)) return;
  next_watch_ = NetworkTime::max();
  for (const auto& endpoint : endpoints_) {
    if (endpoint->is_over()) continue;
    next_watch_ = std::min(next_watch_, endpoint->watch(now_));
    make_due(*endpoint);
  }
}

void NetworkLoop::remove_finished() {
  const auto is_over = [](const auto& endpoint) { return endpoint->is_over(); };
  if (std::ranges::none_of(endpoints_, is_over)) return;
  std::erase_if(due_, [](const Endpoint* endpoint) { return endpoint->is_over(); });
  std::erase_if(endpoints_, is_over);
}

void NetworkLoop::sleep(NetworkTime until) {
  const bool asleep = due_.empty() && queue_->prepare_sleep();
  const NetworkTime::duration timeout =
      !asleep ? NetworkTime::duration::zero()
              : (until == NetworkTime::max() ? NetworkTime::duration::max() : until - clock_now());
  poller_->wait(timeout, readable_);
  bool woken = false;
  for (const PollSource& source : readable_) {
    if (source.kind == PollSource::Kind::kCommands) woken = true;
    if (source.endpoint == nullptr) continue;
    if (source.kind == PollSource::Kind::kEvents) source.endpoint->due.events = true;
    make_due(*source.endpoint);
  }
  if (asleep || woken) queue_->end_sleep(woken);
}

void NetworkLoop::take_leave() {
  for (const auto& endpoint : endpoints_) {
    if (!endpoint->is_over()) endpoint->take_leave(now_);
    make_due(*endpoint);
  }
  const NetworkTime deadline = now_ + kLeaveMax;
  while (true) {
    serve_due();
    remove_finished();
    if (shared_.peers.empty() || now_ >= deadline) break;
    sleep(deadline);
    now_ = clock_now();
    // Nobody's wishes count any more.
    queue_->take(commands_);
    commands_.clear();
  }
  endpoints_.clear();
}

Endpoint* NetworkLoop::endpoint_of(PeerId peer) {
  const auto found = shared_.peers.find(peer);
  return found == shared_.peers.end() ? nullptr : found->second;
}

void NetworkLoop::make_due(Endpoint& endpoint) {
  if (std::exchange(endpoint.due.listed, true)) return;
  due_.push_back(&endpoint);
}

}  // namespace eddyline
