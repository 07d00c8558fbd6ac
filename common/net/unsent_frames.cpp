#include "common/net/unsent_frames.hpp"

namespace eddyline {
namespace {

struct CountedOwner {
  CountedOwner(std::shared_ptr<std::atomic<uint64_t>> sum, const Frame& frame)
      : owner(frame.owner), bytes(std::move(sum)), cost(UnsentFrames::kFixedCost + frame.bytes.size()) {
    bytes->fetch_add(cost, std::memory_order_relaxed);
  }
  ~CountedOwner() { bytes->fetch_sub(cost, std::memory_order_relaxed); }
  CountedOwner(const CountedOwner&) = delete;
  CountedOwner& operator=(const CountedOwner&) = delete;

  const std::shared_ptr<const void> owner;
  const std::shared_ptr<std::atomic<uint64_t>> bytes;
  const uint64_t cost;
};

}  // namespace

Frame UnsentFrames::count(const Frame& frame) {
  return {std::make_shared<const CountedOwner>(bytes_, frame), frame.bytes};
}

}  // namespace eddyline
