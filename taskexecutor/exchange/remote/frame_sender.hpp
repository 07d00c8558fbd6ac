#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "common/base/ids.hpp"
#include "common/memory/buffer.hpp"
#include "common/memory/memory_pool.hpp"
#include "common/net/network.hpp"
#include "taskexecutor/exchange/exchange_spec.hpp"
#include "taskexecutor/exchange/remote/send_window.hpp"

namespace eddyline::taskexecutor {

/// What one subtask sends to one other executor: frames of all its channels there, behind one another in messages.
///
/// A frame waits in its message until that is full or flush() is called: what a subtask gives in one go wakes the threads on its way once,
/// not for each frame.
///
/// Memory   what is under way is at most what its channels have of their own, which is reserved already, and up to their most as far as
///          memory can be reserved for it when it is needed; that is kept to the end. On top come what a producer gives past it in one call, and a message that is being filled.
/// Thread   the subtask's; connect() before its first step.
class FrameSender {
 public:
  /// Of a message; a longer frame has one of its own.
  static constexpr size_t kMessageBytesMax = size_t{512} << 10;

  /// The pool is borrowed.
  FrameSender(WakeupPtr writer, MemoryPool& memory)
      : window_(std::make_shared<SendWindow>(std::move(writer))), memory_(memory) {}
  ~FrameSender();
  FrameSender(const FrameSender&) = delete;
  FrameSender& operator=(const FrameSender&) = delete;

  /// A channel more.
  void add_channel(const ChannelLimits& limits);
  void connect(Network& network, PeerId peer);

  /// Whether the network has taken away enough; if not, the writer is woken when it has.
  bool has_room() { return window_->has_room() || widen(); }
  /// Room for a frame of so many bytes, whole before the next call.
  std::span<uint8_t> add(size_t bytes);
  /// Hands over what waits.
  void flush();

 private:
  bool widen();
  void fit_messages();
  void send();

  const std::shared_ptr<SendWindow> window_;
  MemoryPool& memory_;
  /// To which the window may be widened, and what was reserved for that.
  int64_t window_bytes_max_ = 0;
  int64_t reserved_ = 0;
  Network* network_ = nullptr;
  PeerId peer_;
  BufferPtr message_;
  size_t used_ = 0;
  /// What the next message is made for: messages grow while they are filled.
  size_t next_bytes_ = 0;
  size_t message_bytes_max_ = 0;
};

}  // namespace eddyline::taskexecutor
