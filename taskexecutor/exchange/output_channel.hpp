#pragma once

#include "common/stream/stream_element.hpp"

namespace eddyline::taskexecutor {

/// The producer's end of a channel.
///
/// A channel that fails tells its subtask's mailbox why; what is pushed after that goes nowhere.
///
/// Thread   the producer's.
class OutputChannel {
 public:
  OutputChannel() = default;
  virtual ~OutputChannel() = default;
  OutputChannel(const OutputChannel&) = delete;
  OutputChannel& operator=(const OutputChannel&) = delete;

  /// Whether the producer may go on. If not, its subtask is woken when it may.
  virtual bool writable() = 0;
  /// Allowed to go past the credit by what one call of a producer gives after it found the channel writable.
  virtual void push(StreamElement element) = 0;
  /// Whether buffers that are larger than their rows need stay so while the batch waits. Else it copies what rows need.
  virtual bool keeps_buffers() const = 0;
};

}  // namespace eddyline::taskexecutor
