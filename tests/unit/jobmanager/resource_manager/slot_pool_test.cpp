#include "jobmanager/resource_manager/slot_pool.hpp"

#include <gtest/gtest.h>

#include "common/base/random.hpp"

namespace eddyline::jobmanager {
namespace {

std::vector<uint64_t> taken(SlotPool& pool, uint32_t slots) {
  std::vector<uint64_t> peers;
  for (const PeerId peer : pool.take(slots).value_or(std::vector<PeerId>())) peers.push_back(peer.value());
  return peers;
}

TEST(SlotPoolTest, TakesTheSmallestShareFirst) {
  SlotPool pool;
  pool.add(PeerId(1), 2);
  pool.add(PeerId(2), 4);
  EXPECT_EQ(taken(pool, 6), (std::vector<uint64_t>{2, 1, 2, 2, 1, 2}));
}

TEST(SlotPoolTest, GivesAllOrNothing) {
  SlotPool pool;
  EXPECT_EQ(pool.take(1), std::nullopt);
  pool.add(PeerId(1), 2);
  EXPECT_EQ(pool.take(3), std::nullopt);
  EXPECT_EQ(pool.free(), 2U);
}

TEST(SlotPoolTest, SlotsGoWithTheirExecutor) {
  SlotPool pool;
  pool.add(PeerId(1), 2);
  pool.add(PeerId(2), 2);
  EXPECT_EQ(taken(pool, 3).size(), 3U);
  pool.remove(PeerId(1));
  EXPECT_EQ(pool.total(), 2U);
  // The job that had them gives them back without knowing.
  pool.give_back(PeerId(1));
  EXPECT_EQ(pool.total(), 2U);
  pool.give_back(PeerId(2));
  EXPECT_EQ(pool.free_of(PeerId(2)), pool.free());
}

TEST(SlotPoolTest, CountsAsTheyComeAndGo) {
  Random random(7);
  SlotPool pool;
  /// Slots of each executor, and which of them are taken.
  std::map<uint64_t, std::pair<uint32_t, uint32_t>> model;
  for (uint64_t step = 1; step <= 5000; ++step) {
    const uint64_t dice = random.below(10);
    if (dice == 0) {
      const uint32_t slots = 1 + static_cast<uint32_t>(random.below(5));
      model[step] = {slots, 0};
      pool.add(PeerId(step), slots);
    } else if (dice == 1 && !model.empty()) {
      pool.remove(PeerId(model.begin()->first));
      model.erase(model.begin());
    } else if (dice < 6) {
      for (const uint64_t peer : taken(pool, static_cast<uint32_t>(random.below(6)))) {
        ASSERT_LT(model.at(peer).second, model.at(peer).first) << "a slot is given twice";
        ++model.at(peer).second;
      }
    } else {
      for (auto& [peer, slots] : model) {
        if (slots.second == 0 || random.below(3) > 0) continue;
        pool.give_back(PeerId(peer));
        --slots.second;
      }
    }
    uint32_t total = 0;
    uint32_t free = 0;
    for (const auto& [peer, slots] : model) {
      total += slots.first;
      free += slots.first - slots.second;
    }
    ASSERT_EQ(pool.total(), total);
    ASSERT_EQ(pool.free(), free);
  }
}

}  // namespace
}  // namespace eddyline::jobmanager
