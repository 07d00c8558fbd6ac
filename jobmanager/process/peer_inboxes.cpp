#include "jobmanager/process/peer_inboxes.hpp"

#include <algorithm>
#include <utility>

namespace eddyline::jobmanager {

std::optional<PeerId> PeerInboxes::open(PeerId peer) {
  const std::lock_guard lock(mutex_);
  inboxes_[peer].bytes += kFixedCost;
  total_ += kFixedCost;
  return enforce(peer);
}

std::optional<PeerId> PeerInboxes::put(PeerId peer, Frame message) {
  const std::lock_guard lock(mutex_);
  const auto found = inboxes_.find(peer);
  if (found == inboxes_.end()) return std::nullopt;
  const uint64_t cost = kFixedCost + message.bytes.size();
  found->second.messages.push_back(std::move(message));
  found->second.bytes += cost;
  total_ += cost;
  return enforce(peer);
}

std::optional<Frame> PeerInboxes::take(PeerId peer) {
  const std::lock_guard lock(mutex_);
  const auto found = inboxes_.find(peer);
  if (found == inboxes_.end() || found->second.messages.empty()) return std::nullopt;
  Inbox& inbox = found->second;
  Frame message = std::move(inbox.messages.front());
  inbox.messages.pop_front();
  const uint64_t cost = kFixedCost + message.bytes.size();
  inbox.bytes -= cost;
  total_ -= cost;
  return message;
}

void PeerInboxes::close(PeerId peer) {
  const std::lock_guard lock(mutex_);
  forget(peer);
}

uint64_t PeerInboxes::total() const {
  const std::lock_guard lock(mutex_);
  return total_;
}

void PeerInboxes::forget(PeerId peer) {
  const auto found = inboxes_.find(peer);
  if (found == inboxes_.end()) return;
  total_ -= found->second.bytes;
  inboxes_.erase(found);
}

std::optional<PeerId> PeerInboxes::one_too_many(PeerId last) const {
  if (inboxes_.at(last).bytes > limits_.peer.value()) return last;
  if (total_ <= limits_.total.value()) return std::nullopt;
  return std::ranges::max_element(inboxes_, {}, [](const auto& entry) { return entry.second.bytes; })->first;
}

std::optional<PeerId> PeerInboxes::enforce(PeerId last) {
  const std::optional<PeerId> leaving = one_too_many(last);
  if (leaving) forget(*leaving);
  return leaving;
}

}  // namespace eddyline::jobmanager
