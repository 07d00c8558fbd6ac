#pragma once

#include <memory>
#include <vector>

#include "common/net/command_queue.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/host_lookup.hpp"
#include "common/net/poller.hpp"
#include "common/net/socket.hpp"

namespace eddyline {

/// What the network's thread does: takes commands, receives, watches over its peers, sleeps.
/// Thread   the network's; queue() and shared() as they say.
class NetworkLoop {
 public:
  static Result<std::unique_ptr<NetworkLoop>> open();

  /// Runs until stop(), then takes leave of all peers and closes all sockets.
  void run();

  CommandQueue& queue() { return *queue_; }
  NetworkShared& shared() { return shared_; }

  // What commands do.
  Result<NetworkAddress> listen(const HostAddress& host, const NetworkAddress& address, const NetworkSettings& settings,
                                NetworkHandler& handler);
  void connect(PeerId peer, const NetworkAddress& address, const NetworkSettings& settings, NetworkHandler& handler);
  void disconnect(PeerId peer);
  void stop() { stopping_ = true; }
  /// Tells the handler no more of this peer; at once where a handler asks for it.
  void mute(PeerId peer);

 private:
  NetworkLoop(std::unique_ptr<SocketContext> context, std::unique_ptr<Poller> poller,
              std::shared_ptr<CommandQueue> queue, PollEntry queue_entry);

  void run_commands();
  void look_up(PeerId peer, const std::string& host);
  void found_host(PeerId peer, const Result<HostAddress>& host);
  void begin_serving(Endpoint& endpoint);
  void serve_due();
  void watch_if_due();
  void remove_finished();
  /// Until something is to do, `until` at the latest; not at all while something is left to do.
  void sleep(NetworkTime until);
  void take_leave();
  Endpoint* endpoint_of(PeerId peer);
  void make_due(Endpoint& endpoint);

  // Ends last, since what sockets still send goes through its thread.
  std::unique_ptr<SocketContext> context_;
  std::unique_ptr<Poller> poller_;
  std::shared_ptr<CommandQueue> queue_;
  PollEntry queue_entry_;
  NetworkShared shared_;
  std::vector<std::unique_ptr<Endpoint>> endpoints_;

  bool stopping_ = false;
  NetworkTime now_;
  NetworkTime next_watch_;
  std::vector<NetworkCommand> commands_;
  std::vector<Endpoint*> due_;
  std::vector<PollSource> readable_;
};

}  // namespace eddyline
