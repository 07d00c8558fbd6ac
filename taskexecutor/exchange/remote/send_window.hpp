#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "common/concurrency/wakeup.hpp"

namespace eddyline::taskexecutor {

/// What a writer of a channel has handed to the network that has not left the process, so that it is bounded here whatever
/// the reader grants.
///
/// Frames outlive their channel in the network's queues, so they share it.
///
/// Thread   release(): any. The rest: the writer's.
class SendWindow {
 public:
  SendWindow(int64_t bytes_max, WakeupPtr writer) : bytes_max_(bytes_max), writer_(std::move(writer)) {}

  bool has_room() const { return bytes_.load(std::memory_order_seq_cst) < bytes_max_; }
  void take(int64_t bytes) { bytes_.fetch_add(bytes, std::memory_order_seq_cst); }
  void release(int64_t bytes) {
    const int64_t left = bytes_.fetch_sub(bytes, std::memory_order_seq_cst) - bytes;
    if (2 * left <= bytes_max_) relieve();
  }

  /// The writer waits: marked before it looks for room or credit once more.
  void set_starved(bool starved) { starved_.store(starved, std::memory_order_seq_cst); }
  /// Any thread: wakes a writer that waits.
  void relieve() {
    if (starved_.load(std::memory_order_seq_cst) && starved_.exchange(false, std::memory_order_seq_cst)) {
      writer_->notify();
    }
  }

 private:
  const int64_t bytes_max_;
  const WakeupPtr writer_;
  std::atomic<int64_t> bytes_{0};
  std::atomic<bool> starved_{false};
};

}  // namespace eddyline::taskexecutor
