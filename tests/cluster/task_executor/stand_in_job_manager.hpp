#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "common/net/network.hpp"
#include "schemas/control_messages.hpp"
#include "tests/process_driver/child_process.hpp"

namespace eddyline::tests {

/// A job manager that says what a test says, and shows it what task executors say.
///
/// Thread   one, besides the network's.
class StandInJobManager final : private NetworkHandler {
 public:
  /// Listens on a free port, or on this one.
  explicit StandInJobManager(uint16_t port = 0);
  /// Of a network that brings nothing unless `deliver` is called, which says whether something was.
  StandInJobManager(std::unique_ptr<Network> network, std::function<bool()> deliver);
  ~StandInJobManager() override;

  uint16_t port() const { return port_; }
  /// To who connected last.
  void send(const schemas::ToExecutor& message);
  void send_bytes(std::string_view bytes);
  void disconnect();

  /// The next message of this kind; heartbeats and others before it are skipped. CHECKs that it comes.
  template <class Message>
  Message next() {
    while (true) {
      schemas::ToJobManager message = next_message();
      if (auto* wanted = std::get_if<Message>(&message)) return std::move(*wanted);
    }
  }
  /// Waits until one has registered, and answers.
  schemas::RegisterExecutor accept();
  /// Until all subtasks of a job with this many have ended: the first failure, or ok.
  Status ends_of(size_t subtasks);

 private:
  void on_connect(PeerId peer) override;
  void on_message(PeerId peer, Frame message) override;
  void on_disconnect(PeerId, const Status&) override {}
  schemas::ToJobManager next_message();
  std::optional<schemas::ToJobManager> take_message();

  const std::function<bool()> deliver_;
  std::mutex mutex_;
  std::condition_variable changed_;
  PeerId peer_;
  std::deque<schemas::ToJobManager> messages_;
  uint16_t port_ = 0;
  std::unique_ptr<Network> network_;
};

}  // namespace eddyline::tests
