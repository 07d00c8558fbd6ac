#pragma once

#include <atomic>
#include <utility>

#include "common/net/network.hpp"

namespace eddyline::taskexecutor {

/// A network that counts what is sent by way of it, when it is handed over.
class CountingNetwork final : public Network {
 public:
  /// Borrowed.
  explicit CountingNetwork(Network& network) : network_(network) {}

  /// Since this was made. Thread   any.
  uint64_t messages_sent() const { return messages_sent_.load(); }

  Result<NetworkAddress> listen(const NetworkAddress& address, const NetworkSettings& settings,
                                NetworkHandler& handler) override {
    return network_.listen(address, settings, handler);
  }
  PeerId connect(const NetworkAddress& address, const NetworkSettings& settings, NetworkHandler& handler) override {
    return network_.connect(address, settings, handler);
  }
  void send(PeerId peer, Frame message) override {
    messages_sent_.fetch_add(1);
    network_.send(peer, std::move(message));
  }
  void disconnect(PeerId peer) override { network_.disconnect(peer); }
  NetworkCounters counters() const override { return network_.counters(); }

 private:
  Network& network_;
  std::atomic<uint64_t> messages_sent_{0};
};

}  // namespace eddyline::taskexecutor
