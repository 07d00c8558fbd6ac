#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "common/net/network.hpp"

namespace eddyline {

/// What a handler was told of one peer.
struct PeerRecord {
  int connects = 0;
  /// Only those told of before the end.
  std::vector<std::string> messages;
  uint64_t bytes = 0;
  std::vector<Status> ends;
  /// Something followed the end, or a message came before the connection.
  bool out_of_order = false;
};

/// Keeps what it is told, and lets a test wait for it.
/// Thread   any.
class RecordingHandler : public NetworkHandler {
 public:
  /// Messages longer than `kept_bytes_max` are counted, not kept.
  explicit RecordingHandler(size_t kept_bytes_max = 4096) : kept_bytes_max_(kept_bytes_max) {}

  void on_connect(PeerId peer) override {
    update(peer, [](PeerRecord& record) {
      record.out_of_order |= record.connects > 0 || !record.ends.empty();
      ++record.connects;
    });
  }
  void on_message(PeerId peer, Frame message) override {
    update(peer, [&](PeerRecord& record) {
      record.out_of_order |= record.connects == 0 || !record.ends.empty();
      record.bytes += message.bytes.size();
      const auto* text = reinterpret_cast<const char*>(message.bytes.data());
      record.messages.emplace_back(text, message.bytes.size() <= kept_bytes_max_ ? message.bytes.size() : 0);
    });
  }
  void on_disconnect(PeerId peer, const Status& why) override {
    update(peer, [&](PeerRecord& record) { record.ends.push_back(why); });
  }

  using Records = std::map<PeerId, PeerRecord>;
  /// Waits until what was told fulfils `condition`; false after half a minute.
  bool wait(const std::function<bool(const Records&)>& condition) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), [&] { return condition(records_); });
  }
  bool wait_connects(size_t count) {
    return wait([count](const Records& records) {
      size_t connects = 0;
      for (const auto& [peer, record] : records) connects += static_cast<size_t>(record.connects);
      return connects >= count;
    });
  }
  bool wait_ends(size_t count) {
    return wait([count](const Records& records) {
      size_t ends = 0;
      for (const auto& [peer, record] : records) ends += record.ends.size();
      return ends >= count;
    });
  }
  bool wait_messages(PeerId peer, size_t count) {
    return wait([=](const Records& records) {
      const auto found = records.find(peer);
      return found != records.end() && found->second.messages.size() >= count;
    });
  }
  bool wait_messages(size_t count) {
    return wait([count](const Records& records) {
      size_t messages = 0;
      for (const auto& [peer, record] : records) messages += record.messages.size();
      return messages >= count;
    });
  }

  Records records() {
    const std::lock_guard lock(mutex_);
    return records_;
  }
  PeerRecord record(PeerId peer) { return records()[peer]; }
  /// The one peer that was told of.
  PeerId only_peer() {
    const Records told = records();
    return told.size() == 1 ? told.begin()->first : PeerId(0);
  }

 private:
  void update(PeerId peer, const std::function<void(PeerRecord&)>& change) {
    {
      const std::lock_guard lock(mutex_);
      change(records_[peer]);
    }
    changed_.notify_all();
  }

  const size_t kept_bytes_max_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Records records_;
};

inline NetworkSettings test_settings() {
  NetworkSettings settings;
  settings.protocol = "test";
  return settings;
}

inline Frame text_frame(const std::string& text) {
  return Frame::copy_of({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

inline std::unique_ptr<Network> start_network() {
  Result<std::unique_ptr<Network>> network = Network::start();
  CHECK(network.ok()) << network.status().to_string();
  return std::move(*network);
}

inline NetworkAddress listen_on_loopback(Network& network, NetworkHandler& handler,
                                         const NetworkSettings& settings = test_settings()) {
  const Result<NetworkAddress> address = network.listen({"127.0.0.1", 0}, settings, handler);
  CHECK(address.ok()) << address.status().to_string();
  return *address;
}

}  // namespace eddyline
