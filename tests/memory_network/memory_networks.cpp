#include "tests/memory_network/memory_networks.hpp"

#include <cstring>
#include <utility>

namespace eddyline {

using Fault = NetworkFault::Kind;

class MemoryNetworks::Process final : public Network {
 public:
  explicit Process(MemoryNetworks& all) : all_(all) {}
  ~Process() override { all_.remove(*this); }

  Result<NetworkAddress> listen(const NetworkAddress& address, const NetworkSettings&, NetworkHandler& handler) override {
    return all_.listen(*this, address, handler);
  }
  PeerId connect(const NetworkAddress& address, const NetworkSettings&, NetworkHandler& handler) override {
    return all_.connect(*this, address, handler);
  }
  void send(PeerId peer, Frame message) override { all_.send(peer, std::move(message)); }
  void disconnect(PeerId peer) override { all_.disconnect(peer); }
  NetworkCounters counters() const override { return {}; }

 private:
  MemoryNetworks& all_;
};

std::unique_ptr<Network> MemoryNetworks::add() {
  return std::make_unique<Process>(*this);
}

void MemoryNetworks::set_fault(const NetworkFault& fault) {
  const std::lock_guard lock(mutex_);
  fault_ = fault;
}

bool MemoryNetworks::fault_happened() const {
  const std::lock_guard lock(mutex_);
  return fault_happened_;
}

uint64_t MemoryNetworks::messages() const {
  const std::lock_guard lock(mutex_);
  return messages_;
}

Result<NetworkAddress> MemoryNetworks::listen(Process& process, NetworkAddress address, NetworkHandler& handler) {
  const std::lock_guard lock(mutex_);
  if (address.port == 0) address.port = ++last_port_;
  if (!listeners_.emplace(address, Listener{&process, &handler}).second) return io_error(address.to_string() + " is taken");
  return address;
}

PeerId MemoryNetworks::connect(Process& process, const NetworkAddress& address, NetworkHandler& handler) {
  const std::lock_guard lock(mutex_);
  const PeerId here(++last_peer_);
  const PeerId there(++last_peer_);
  End& end = ends_[here];
  end.process = &process;
  end.handler = &handler;
  end.other = there;
  waiting_.push_back(here);
  const auto listener = listeners_.find(address);
  if (listener == listeners_.end()) {
    end.open = false;
    end.events.push_back({.kind = Event::Kind::kLost, .sent = {}, .message = {}});
    return here;
  }
  End& other = ends_[there];
  other.process = listener->second.process;
  other.handler = listener->second.handler;
  other.other = here;
  waiting_.push_back(there);
  end.events.push_back({.kind = Event::Kind::kConnected, .sent = {}, .message = {}});
  other.events.push_back({.kind = Event::Kind::kConnected, .sent = {}, .message = {}});
  return here;
}

/// Of exactly its size at any alignment, so that a sanitizer sees who reads past it.
Frame MemoryNetworks::copy(const Frame& message, size_t size) {
  const size_t shift = random_.below(3) == 0 ? random_.below(16) : 0;
  auto* const memory = static_cast<uint8_t*>(::operator new(shift + size, std::align_val_t{16}));
  *bytes_alive_ += size;
  const std::shared_ptr<const void> owner(memory, [size, alive = bytes_alive_](void* data) {
    *alive -= size;
    ::operator delete(data, std::align_val_t{16});
  });
  if (size > 0) std::memcpy(memory + shift, message.bytes.data(), size);
  return {.owner = owner, .bytes = {memory + shift, size}};
}

void MemoryNetworks::send(PeerId from, Frame message) {
  const std::lock_guard lock(mutex_);
  const auto sender = ends_.find(from);
  if (sender == ends_.end() || !sender->second.open) return;
  End& to = ends_.at(sender->second.other);
  const Fault fault = ++messages_ == fault_.at_message ? fault_.kind : Fault::kNone;
  fault_happened_ |= fault != Fault::kNone;
  if (fault == Fault::kLose) return;
  if (fault == Fault::kCut) return cut(from);
  const size_t size = fault == Fault::kTruncate ? random_.below(message.bytes.size()) : message.bytes.size();
  Frame copied = copy(message, size);
  if (fault == Fault::kAlter) {
    auto* const bytes = const_cast<uint8_t*>(copied.bytes.data());
    bytes[random_.below(size)] ^= static_cast<uint8_t>(1 + random_.below(255));
  }
  Event event{.kind = Event::Kind::kMessage, .sent = std::move(message), .message = std::move(copied)};
  if (fault == Fault::kReorder) {
    to.overtaken = std::move(event);
    return;
  }
  if (fault == Fault::kDouble) put(to, event);
  put(to, std::move(event));
  if (to.overtaken.has_value()) put(to, *std::exchange(to.overtaken, std::nullopt));
}

void MemoryNetworks::put(End& to, Event event) {
  if (to.events.empty()) waiting_.push_back(ends_.at(to.other).other);
  to.events.push_back(std::move(event));
}

void MemoryNetworks::disconnect(PeerId from) {
  const std::lock_guard lock(mutex_);
  const auto end = ends_.find(from);
  if (end == ends_.end() || !end->second.open) return;
  // What was sent before still arrives; nothing comes back.
  end->second.open = false;
  end->second.events.clear();
  End& other = ends_.at(end->second.other);
  if (other.open) put(other, {.kind = Event::Kind::kLost, .sent = {}, .message = {}});
}

/// Both ends are told; what is under way is lost, but for a part of each direction.
void MemoryNetworks::cut(PeerId one) {
  for (const PeerId each : {one, ends_.at(one).other}) {
    End& end = ends_.at(each);
    if (!end.open) continue;
    end.open = false;
    if (!end.events.empty()) end.events.resize(random_.below(end.events.size() + 1));
    end.overtaken.reset();
    end.events.push_back({.kind = Event::Kind::kLost, .sent = {}, .message = {}});
    waiting_.push_back(each);
  }
}

void MemoryNetworks::cut_all() {
  const std::lock_guard lock(mutex_);
  for (auto& [peer, end] : ends_) {
    if (end.open) cut(peer);
  }
}

void MemoryNetworks::remove(Process& process) {
  const std::lock_guard lock(mutex_);
  std::erase_if(listeners_, [&](const auto& listener) { return listener.second.process == &process; });
  for (auto& [peer, end] : ends_) {
    if (end.process != &process) continue;
    const bool was_open = std::exchange(end.open, false);
    end.events.clear();
    end.process = nullptr;
    const auto other = ends_.find(end.other);
    if (was_open && other != ends_.end() && other->second.open) cut(other->first);
  }
}

bool MemoryNetworks::deliver() {
  std::unique_lock lock(mutex_);
  const uint64_t count = 1 + random_.below(8);
  lock.unlock();
  bool delivered = false;
  for (uint64_t i = 0; i < count; ++i) {
    if (!deliver_one()) return delivered;
    delivered = true;
  }
  return delivered;
}

bool MemoryNetworks::deliver_one() {
  std::unique_lock lock(mutex_);
  while (!waiting_.empty()) {
    const size_t chosen = random_.below(waiting_.size());
    const PeerId peer = waiting_[chosen];
    End& end = ends_.at(peer);
    if (end.events.empty()) {
      waiting_[chosen] = waiting_.back();
      waiting_.pop_back();
      continue;
    }
    Event event = std::move(end.events.front());
    end.events.pop_front();
    if (event.kind == Event::Kind::kLost) end.open = false;
    NetworkHandler* const handler = end.handler;
    lock.unlock();
    if (event.kind == Event::Kind::kConnected) handler->on_connect(peer);
    if (event.kind == Event::Kind::kMessage) handler->on_message(peer, std::move(event.message));
    if (event.kind == Event::Kind::kLost) {
      handler->on_disconnect(peer, Status(ErrorCode::kUnavailable, "the connection was cut"));
    }
    return true;
  }
  return false;
}

}  // namespace eddyline
