#pragma once

#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "common/net/network.hpp"
#include "tests/network_proxy/proxied_connection.hpp"

namespace eddyline {

/// Stands between two processes as the network would: forwards TCP connections to a target, and cuts, stops and heals them
/// on command.
///
/// Listens on a free port of loopback. A method returns once what it asks for is done.
/// Thread   any; connections are served by a thread of its own.
class NetworkProxy {
 public:
  /// `target` has a numeric host.
  explicit NetworkProxy(NetworkAddress target);
  ~NetworkProxy();
  NetworkProxy(const NetworkProxy&) = delete;
  NetworkProxy& operator=(const NetworkProxy&) = delete;

  const NetworkAddress& address() const { return address_; }

  /// Ends all connections that there are; new ones are taken.
  void cut(CutWay way);
  /// Lets no byte through any more, and no new connection, without ending one: as a pulled cable.
  void pause();
  void heal();

  size_t connections();
  /// Of all connections there ever were.
  uint64_t moved_bytes();
  /// Waits until so many bytes have passed; false after half a minute.
  bool wait_moved(uint64_t bytes);

 private:
  void run();
  void poll_once();
  void accept();
  void drop_finished();
  /// Runs `action` on the serving thread and waits for it.
  void on_thread(std::function<void()> action);

  const NetworkAddress target_;
  NetworkAddress address_;
  int listening_ = -1;
  int wake_ = -1;

  std::mutex mutex_;
  std::vector<std::packaged_task<void()>> actions_;

  // Of the serving thread alone.
  bool stopping_ = false;
  bool paused_ = false;
  uint64_t bytes_of_ended_ = 0;
  std::vector<std::unique_ptr<ProxiedConnection>> connections_;
  std::vector<std::pair<uint64_t, std::promise<void>>> waiting_;

  std::thread thread_;
};

}  // namespace eddyline
