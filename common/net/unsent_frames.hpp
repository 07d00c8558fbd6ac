#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "common/net/network.hpp"

namespace eddyline {

/// Counts the frames that were handed over for one peer and have not left yet: their bytes, and a fixed cost for each.
///
/// Thread   the network's; frames may be let go of on any.
class UnsentFrames {
 public:
  /// Of a message in ZeroMQ's queue, with what owns its memory.
  static constexpr uint64_t kFixedCost = 256;

  /// The same bytes, counted until the last copy of the frame is gone.
  Frame count(const Frame& frame);
  uint64_t bytes() const { return bytes_->load(std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<uint64_t>> bytes_ = std::make_shared<std::atomic<uint64_t>>(0);
};

}  // namespace eddyline
