#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <variant>

#include "common/base/ids.hpp"
#include "common/net/network.hpp"
#include "jobmanager/core/core_access.hpp"

namespace eddyline::jobmanager {

struct PeerConnected {
  PeerId peer;
};
struct MessageArrived {
  PeerId peer;
  Frame message;
};
struct PeerLost {
  PeerId peer;
  Status why;
};
/// What waits for the core's thread.
using CoreEvent = std::variant<PeerConnected, MessageArrived, PeerLost, CoreAccess::Task>;

/// What the network's and REST's threads have for the core, in order.
///
/// Messages are bounded by their bytes: a peer that sends faster than the core works must not fill the memory.
///
/// Thread   pop(): one; the rest: any.
class EventQueue {
 public:
  explicit EventQueue(Bytes message_bytes_max) : message_bytes_max_(message_bytes_max) {}

  /// False, and nothing is kept, when the queue is closed; for messages also when too much waits.
  bool push(CoreEvent event);
  /// The oldest event; waits until `deadline`, or for ever. Nothing at the deadline, and when the queue is closed and empty.
  std::optional<CoreEvent> pop(std::optional<std::chrono::steady_clock::time_point> deadline);
  /// Takes nothing more.
  void close();
  bool closed() const;

 private:
  Bytes message_bytes_max_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<CoreEvent> events_;
  uint64_t message_bytes_ = 0;
  bool closed_ = false;
};

}  // namespace eddyline::jobmanager
