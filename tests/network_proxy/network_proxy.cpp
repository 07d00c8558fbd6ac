#include "tests/network_proxy/network_proxy.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace eddyline {
namespace {

sockaddr_in socket_address(const NetworkAddress& address) {
  sockaddr_in result{};
  result.sin_family = AF_INET;
  result.sin_port = htons(address.port);
  CHECK(inet_pton(AF_INET, address.host.c_str(), &result.sin_addr) == 1) << address.host << " is not numeric";
  return result;
}

int listen_on_loopback(NetworkAddress& bound) {
  const int listening = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  sockaddr_in address = socket_address(bound);
  socklen_t size = sizeof address;
  CHECK(::bind(listening, reinterpret_cast<sockaddr*>(&address), size) == 0 && ::listen(listening, 128) == 0 &&
        ::getsockname(listening, reinterpret_cast<sockaddr*>(&address), &size) == 0)
      << std::strerror(errno);
  bound.port = ntohs(address.sin_port);
  return listening;
}

/// -1 if nobody listens there.
int connect_to(const NetworkAddress& target) {
  const int connected = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = socket_address(target);
  if (::connect(connected, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    ::close(connected);
    return -1;
  }
  ::fcntl(connected, F_SETFL, O_NONBLOCK);
  return connected;
}

}  // namespace

NetworkProxy::NetworkProxy(NetworkAddress target)
    : target_(std::move(target)),
      address_{"127.0.0.1", 0},
      listening_(listen_on_loopback(address_)),
      wake_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
      thread_([this] { run(); }) {}

NetworkProxy::~NetworkProxy() {
  on_thread([this] { stopping_ = true; });
  thread_.join();
  connections_.clear();
  ::close(listening_);
  ::close(wake_);
}

void NetworkProxy::cut(CutWay way) {
  on_thread([this, way] {
    for (const auto& connection : connections_) {
      connection->cut(way);
      bytes_of_ended_ += connection->moved_bytes();
    }
    connections_.clear();
  });
}

void NetworkProxy::pause() {
  on_thread([this] { paused_ = true; });
}

void NetworkProxy::heal() {
  on_thread([this] { paused_ = false; });
}

size_t NetworkProxy::connections() {
  size_t count = 0;
  on_thread([&] { count = connections_.size(); });
  return count;
}

uint64_t NetworkProxy::moved_bytes() {
  uint64_t bytes = 0;
  on_thread([&] {
    bytes = bytes_of_ended_;
    for (const auto& connection : connections_) bytes += connection->moved_bytes();
  });
  return bytes;
}

bool NetworkProxy::wait_moved(uint64_t bytes) {
  std::promise<void> reached;
  std::future<void> waits = reached.get_future();
  on_thread([&] { waiting_.emplace_back(bytes, std::move(reached)); });
  return waits.wait_for(std::chrono::seconds(30)) == std::future_status::ready;
}

void NetworkProxy::on_thread(std::function<void()> action) {
  std::packaged_task<void()> task(std::move(action));
  std::future<void> done = task.get_future();
  {
    const std::lock_guard lock(mutex_);
    actions_.push_back(std::move(task));
  }
  eventfd_write(wake_, 1);
  done.wait();
}

void NetworkProxy::run() {
  while (!stopping_) {
    poll_once();
    eventfd_t count = 0;
    eventfd_read(wake_, &count);
    std::vector<std::packaged_task<void()>> actions;
    {
      const std::lock_guard lock(mutex_);
      actions.swap(actions_);
    }
    for (auto& action : actions) action();
    if (paused_) continue;
    accept();
    drop_finished();
  }
}

void NetworkProxy::poll_once() {
  std::vector<pollfd> polled = {{wake_, POLLIN, 0}};
  if (!paused_) {
    polled.push_back({listening_, POLLIN, 0});
    for (const auto& connection : connections_) connection->add_polled(polled);
  }
  ::poll(polled.data(), polled.size(), -1);
}

void NetworkProxy::accept() {
  while (true) {
    const int client = ::accept4(listening_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (client < 0) return;
    const int target = connect_to(target_);
    if (target < 0) {
      ::close(client);
      continue;
    }
    const int on = 1;
    ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::setsockopt(target, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    connections_.push_back(std::make_unique<ProxiedConnection>(client, target));
  }
}

void NetworkProxy::drop_finished() {
  uint64_t bytes = 0;
  std::erase_if(connections_, [&](const auto& connection) {
    const bool ended = !connection->move();
    (ended ? bytes_of_ended_ : bytes) += connection->moved_bytes();
    return ended;
  });
  std::erase_if(waiting_, [&](auto& waiting) {
    if (waiting.first > bytes + bytes_of_ended_) return false;
    waiting.second.set_value();
    return true;
  });
}

}  // namespace eddyline
