#pragma once

#include <atomic>
#include <cstdint>

#include "taskexecutor/exchange/remote/starved_writer.hpp"

namespace eddyline::taskexecutor {

/// What a writer has handed to the network that has not left the process, so that it is bounded here whatever the reader grants.
///
/// Messages outlive their writer in the network's queues, so they share it.
///
/// Thread   release(): any. The rest: the writer's.
class SendWindow {
 public:
  explicit SendWindow(WakeupPtr writer) : writer_(std::move(writer)) {}

  void widen(int64_t bytes) { bytes_max_.fetch_add(bytes, std::memory_order_seq_cst); }
  int64_t bytes_max() const { return bytes_max_.load(std::memory_order_seq_cst); }

  /// Whether more may be handed over; if not, the writer is woken when half of it has left.
  bool has_room() {
    return writer_.finds([this] { return bytes_.load(std::memory_order_seq_cst) < bytes_max(); });
  }
  void take(int64_t bytes) { bytes_.fetch_add(bytes, std::memory_order_seq_cst); }
  void release(int64_t bytes) {
    const int64_t left = bytes_.fetch_sub(bytes, std::memory_order_seq_cst) - bytes;
    if (2 * left <= bytes_max()) writer_.relieve();
  }

 private:
  std::atomic<int64_t> bytes_max_{0};
  StarvedWriter writer_;
  std::atomic<int64_t> bytes_{0};
};

}  // namespace eddyline::taskexecutor
