#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "common/net/network.hpp"

namespace eddyline::jobmanager {

/// Which slots of the task executors are free. A slot is given to one job at a time.
class SlotPool {
 public:
  /// CHECKs that the executor is new.
  void add(PeerId executor, uint32_t slots);
  /// All its slots go, given or not.
  void remove(PeerId executor);

  uint32_t total() const { return total_; }
  uint32_t free() const { return free_; }
  /// CHECKs that the executor is there.
  uint32_t free_of(PeerId executor) const;

  /// The executor of each slot, always the one of which the smallest share is given; nothing when fewer slots are free.
  std::optional<std::vector<PeerId>> take(uint32_t slots);
  /// One slot; nothing to do when its executor is gone. CHECKs that it was taken.
  void give_back(PeerId executor);

 private:
  struct Slots {
    uint32_t total = 0;
    uint32_t taken = 0;
  };

  std::map<PeerId, Slots> executors_;
  uint32_t total_ = 0;
  uint32_t free_ = 0;
};

}  // namespace eddyline::jobmanager
