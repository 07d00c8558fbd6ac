#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "common/base/ids.hpp"
#include "common/net/network.hpp"

namespace eddyline::jobmanager {

/// The messages that wait for the core, by the connection that they came on, within bounds: peers that send faster than the
/// core works must not fill the memory.
///
/// A message counts its bytes and a fixed cost, a connection that cost. When there is more than may be, the connection that
/// holds the most has to end, and what it has waiting is gone; one that is beyond its own bound is that one.
///
/// Thread   any.
class PeerInboxes {
 public:
  struct Limits {
    Bytes peer;
    Bytes total;
  };
  /// Of a message without its bytes: in two queues, with the frame's owner.
  static constexpr uint64_t kFixedCost = 512;

  explicit PeerInboxes(Limits limits) : limits_(limits) {}

  // Give the peer that has to go, if one has to. It is closed already.

  std::optional<PeerId> open(PeerId peer);
  /// Keeps the message of an open peer.
  std::optional<PeerId> put(PeerId peer, Frame message);

  /// The oldest message; nothing for a peer that was closed.
  std::optional<Frame> take(PeerId peer);
  void close(PeerId peer);
  /// What all of them cost.
  uint64_t total() const;

 private:
  struct Inbox {
    std::deque<Frame> messages;
    uint64_t bytes = 0;
  };

  std::optional<PeerId> one_too_many(PeerId last) const;
  std::optional<PeerId> enforce(PeerId last);
  void forget(PeerId peer);

  const Limits limits_;
  mutable std::mutex mutex_;
  std::unordered_map<PeerId, Inbox> inboxes_;
  uint64_t total_ = 0;
};

}  // namespace eddyline::jobmanager
