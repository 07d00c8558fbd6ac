#include <gtest/gtest.h>

#include "tests/unit/jobmanager/simulation/world.hpp"

namespace eddyline::jobmanager::tests {
namespace {

constexpr uint64_t kSeeds = 150;
constexpr int kSteps = 1500;

void run(uint64_t seed, bool liars) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  World world(seed, liars);
  for (int step = 0; step < kSteps; ++step) world.step();
  world.expect_orderly_end();
}

TEST(JobManagerSimulationTest, NothingIsLeftWhateverHappens) {
  for (uint64_t seed = 1; seed <= kSeeds && !HasFailure(); ++seed) run(seed, false);
}

TEST(JobManagerSimulationTest, LiarsHarmNobody) {
  for (uint64_t seed = 1; seed <= kSeeds && !HasFailure(); ++seed) run(seed, true);
}

}  // namespace
}  // namespace eddyline::jobmanager::tests
