#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "common/base/random.hpp"
#include "common/net/network.hpp"

namespace eddyline {

/// Something that goes wrong once, with the message that is sent as number `at_message` of all.
struct NetworkFault {
  enum class Kind : uint8_t {
    kNone,
    kLose,      ///< never comes
    kDouble,    ///< comes twice
    kReorder,   ///< comes behind the next one of its direction
    kAlter,     ///< with one of its bytes changed
    kTruncate,  ///< without its end
    kCut        ///< the connection ends, and with it whatever is under way on it
  };
  Kind kind = Kind::kNone;
  uint64_t at_message = 0;
};

/// The networks of several processes that live in one, joined in memory: what is sent waits until somebody delivers it, in
/// an order that the seed draws among all connections. Messages are copied to memory of just their size, at any alignment.
///
/// Thread   any; deliver(): one at a time, and is the networks' thread for their handlers.
class MemoryNetworks {
 public:
  explicit MemoryNetworks(uint64_t seed) : random_(seed) {}

  /// Another process's. It must not outlive this.
  std::unique_ptr<Network> add();
  void set_fault(const NetworkFault& fault);
  /// Whether the fault has come about.
  bool fault_happened() const;

  /// Delivers some of what is under way; false if nothing was.
  bool deliver();
  /// Cuts every connection, as networks do after too long a silence.
  void cut_all();
  uint64_t messages() const;
  /// Of messages as they came, whose memory somebody keeps.
  uint64_t bytes_alive() const { return *bytes_alive_; }

 private:
  class Process;
  struct Event {
    enum class Kind : uint8_t { kConnected, kMessage, kLost };
    Kind kind = Kind::kMessage;
    /// Of the sender, until it is delivered; and as it comes.
    Frame sent;
    Frame message;
  };
  /// One end of a connection: what is under way to it, and who is told.
  struct End {
    Process* process = nullptr;
    NetworkHandler* handler = nullptr;
    PeerId other;
    bool open = true;
    std::deque<Event> events;
    /// Waits for the next message to overtake it.
    std::optional<Event> overtaken;
  };

  PeerId connect(Process& process, const NetworkAddress& address, NetworkHandler& handler);
  Result<NetworkAddress> listen(Process& process, NetworkAddress address, NetworkHandler& handler);
  void send(PeerId from, Frame message);
  void disconnect(PeerId from);
  void remove(Process& process);
  void cut(PeerId end);
  void put(End& to, Event event);
  bool deliver_one();
  Frame copy(const Frame& message, size_t size);

  struct Listener {
    Process* process = nullptr;
    NetworkHandler* handler = nullptr;
  };

  mutable std::mutex mutex_;
  Random random_;
  NetworkFault fault_;
  bool fault_happened_ = false;
  uint64_t messages_ = 0;
  /// Outlives this with the messages.
  std::shared_ptr<std::atomic<uint64_t>> bytes_alive_ = std::make_shared<std::atomic<uint64_t>>(0);
  uint16_t last_port_ = 0;
  uint64_t last_peer_ = 0;
  std::map<NetworkAddress, Listener> listeners_;
  std::map<PeerId, End> ends_;
  /// Ends that have something to be delivered, in no order.
  std::vector<PeerId> waiting_;
};

}  // namespace eddyline
