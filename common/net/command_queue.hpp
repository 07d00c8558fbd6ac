#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <variant>
#include <vector>

#include "common/net/network.hpp"

namespace eddyline {

class NetworkLoop;

/// A message on its way to a peer.
struct OutgoingMessage {
  PeerId peer;
  Frame frame;
};

/// Anything else that the network's thread shall do: rare.
using NetworkAction = std::function<void(NetworkLoop&)>;

using NetworkCommand = std::variant<OutgoingMessage, NetworkAction>;

/// What other threads hand to the network's.
///
/// There is no limit here: whoever sends much does so on credit that the receiver granted, and control messages are few.
/// Thread   push(): any. The rest: the network's.
class CommandQueue {
 public:
  /// Errors   kIoError: no descriptor is left.
  static Result<std::shared_ptr<CommandQueue>> open();
  ~CommandQueue();
  CommandQueue(const CommandQueue&) = delete;
  CommandQueue& operator=(const CommandQueue&) = delete;

  void push(NetworkCommand command);

  /// Takes all commands at once, in the order of their pushes; `commands` must be empty.
  void take(std::vector<NetworkCommand>& commands);
  /// Says that the thread is about to sleep until descriptor() is readable; false if there is something to take instead.
  bool prepare_sleep();
  /// `woken`: descriptor() was found readable.
  void end_sleep(bool woken);
  int descriptor() const { return descriptor_; }

 private:
  explicit CommandQueue(int descriptor) : descriptor_(descriptor) {}

  const int descriptor_;
  std::mutex mutex_;
  std::vector<NetworkCommand> commands_;
  bool sleeping_ = false;
};

}  // namespace eddyline
