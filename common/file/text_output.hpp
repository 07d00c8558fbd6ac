#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string_view>

#include "common/base/status.hpp"

namespace eddyline {

/// Where a process writes what people read: its terminal, its .out file, a string in a test.
class TextOutput {
 public:
  virtual ~TextOutput() = default;
  /// Writes the whole text at once: lines of other threads never fall between its bytes.
  /// Thread   any.
  virtual Status write(std::string_view text) = 0;
};

/// A file descriptor, borrowed: one write(2) a call unless the system takes less. Calls take turns, since a pipe cuts
/// long writes and lets those of other threads in between; so a descriptor has one object in a process.
///
/// A write waits for a reader that is slow or has stopped, and give_up_after() ends that wait. For this a pipe or
/// terminal is opened once more, without blocking: the flag on the descriptor itself would be shared with all processes
/// that hold it. Where that cannot be, only what the reader surely takes is written at a time.
///
/// Thread   any.
class FileDescriptorOutput final : public TextOutput {
 public:
  /// `name` is for error messages: "standard output".
  FileDescriptorOutput(int descriptor, std::string_view name);
  ~FileDescriptorOutput() override;
  FileDescriptorOutput(const FileDescriptorOutput&) = delete;
  FileDescriptorOutput& operator=(const FileDescriptorOutput&) = delete;

  /// Errors   kIoError; kCancelled for text that was dropped.
  Status write(std::string_view text) override;

  /// Ends the waiting, also of a write under way: what is not taken within `grace` from now is dropped, and so is
  /// everything behind it. Later calls change nothing.
  void give_up_after(std::chrono::milliseconds grace);
  bool dropped() const { return dropped_.load(); }

  /// From now on a write that waits for its reader calls `call` after each `interval` of waiting, on its own thread. `call` must not
  /// write here. Before other threads write.
  void while_waiting(std::chrono::milliseconds interval, std::function<void()> call);

 private:
  using MonotonicClock = std::chrono::steady_clock;

  bool wait_writable();
  int poll_timeout() const;
  int milliseconds_left() const;
  Status drop();

  std::mutex mutex_;
  const int descriptor_;
  const std::string_view name_;
  /// A description of our own that does not block, or -1.
  const int unblocked_;
  /// Bytes of one write that does not wait after poll(2) said that there is room.
  const size_t bytes_at_once_;
  /// Readable once nobody waits any more.
  const int given_up_;
  /// Since the epoch of the monotonic clock; the largest value: for ever.
  std::atomic<MonotonicClock::duration> patience_ends_{MonotonicClock::duration::max()};
  std::atomic<bool> dropped_{false};
  std::chrono::milliseconds interval_{0};
  /// Null: none.
  std::function<void()> call_;
};

}  // namespace eddyline
