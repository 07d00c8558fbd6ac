#include "common/net/network.hpp"

#include <future>
#include <thread>
#include <utility>

#include "common/concurrency/named_thread.hpp"
#include "common/net/network_loop.hpp"

namespace eddyline {
namespace {

/// Hands everything to the network's thread.
class QueuedNetwork final : public Network {
 public:
  static Result<std::unique_ptr<Network>> start() {
    ASSIGN_OR_RETURN(std::unique_ptr<NetworkLoop> loop, NetworkLoop::open());
    std::unique_ptr<QueuedNetwork> network(new QueuedNetwork(std::move(loop)));
    ASSIGN_OR_RETURN(network->thread_, start_thread("network", [&loop = *network->loop_] { loop.run(); }));
    return network;
  }

  ~QueuedNetwork() override {
    if (!thread_.joinable()) return;
    CHECK(!on_network_thread()) << "a handler destroys the network that calls it";
    loop_->queue().push([](NetworkLoop& loop) { loop.stop(); });
    thread_.join();
  }

  Result<NetworkAddress> listen(const NetworkAddress& address, const NetworkSettings& settings,
                                NetworkHandler& handler) override {
    CHECK(!on_network_thread()) << "a handler waits for the network that calls it";
    ASSIGN_OR_RETURN(const HostAddress host, look_up_host(address.host));
    std::promise<Result<NetworkAddress>> done;
    loop_->queue().push([&](NetworkLoop& loop) { done.set_value(loop.listen(host, address, settings, handler)); });
    return done.get_future().get();
  }

  PeerId connect(const NetworkAddress& address, const NetworkSettings& settings, NetworkHandler& handler) override {
    const PeerId peer = loop_->shared().next_peer();
    loop_->queue().push([=, &handler](NetworkLoop& loop) { loop.connect(peer, address, settings, handler); });
    return peer;
  }

  void send(PeerId peer, Frame message) override { loop_->queue().push(OutgoingMessage{peer, std::move(message)}); }

  void disconnect(PeerId peer) override {
    if (on_network_thread()) loop_->mute(peer);
    loop_->queue().push([peer](NetworkLoop& loop) { loop.disconnect(peer); });
  }

  NetworkCounters counters() const override {
    const NetworkShared& shared = loop_->shared();
    return {shared.frames_in, shared.bytes_in, shared.frames_out, shared.bytes_out, shared.strangers};
  }

 private:
  explicit QueuedNetwork(std::unique_ptr<NetworkLoop> loop) : loop_(std::move(loop)) {}
  bool on_network_thread() const { return std::this_thread::get_id() == thread_.get_id(); }

  std::unique_ptr<NetworkLoop> loop_;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<Network>> Network::start() {
  return QueuedNetwork::start();
}

}  // namespace eddyline
