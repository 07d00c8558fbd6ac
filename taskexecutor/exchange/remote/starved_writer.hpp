#pragma once

#include <atomic>

#include "common/concurrency/wakeup.hpp"

namespace eddyline::taskexecutor {

/// Wakes the one thread that may wait for something of which others make more: credit, room.
///
/// Thread   finds(): the writer's. relieve(): any, after it has made some.
class StarvedWriter {
 public:
  explicit StarvedWriter(WakeupPtr writer) : writer_(std::move(writer)) {}

  /// Whether there is some; if not, the writer is woken by the next relieve(). Reads sequentially consistently.
  template <class IsThere>
  bool finds(const IsThere& is_there) {
    if (is_there()) return true;
    // Marked first, looked at again after: whoever makes some in between sees it.
    starved_.store(true, std::memory_order_seq_cst);
    if (!is_there()) return false;
    starved_.store(false, std::memory_order_seq_cst);
    return true;
  }

  void relieve() {
    if (starved_.load(std::memory_order_seq_cst) && starved_.exchange(false, std::memory_order_seq_cst)) {
      writer_->notify();
    }
  }

 private:
  const WakeupPtr writer_;
  std::atomic<bool> starved_{false};
};

}  // namespace eddyline::taskexecutor
