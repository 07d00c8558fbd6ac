#include "tests/sql/harness/test_mode.hpp"

#include "common/base/check.hpp"

namespace eddyline::sql_tests {
namespace {

/// From here on: the seeds of modes that differ from others in nothing else.
constexpr uint64_t kSecondSeeds = 1000;

}  // namespace

std::string TestMode::name() const {
  return "batch" + (batch_rows == 0 ? std::string("default") : std::to_string(batch_rows)) + "_parallelism" +
         std::to_string(parallelism) + (collide_hashes ? "_collide" : "") +
         (seed >= kSecondSeeds ? "_seed" + std::to_string(seed) : "");
}

bool TestMode::satisfies(const std::string& restriction) const {
  if (restriction == "parallelism=1") return parallelism == 1;
  if (restriction == "batch=default") return batch_rows == 0;
  CHECK(false) << "no restriction of modes is called " << restriction;
  return false;
}

std::vector<TestMode> test_modes(bool all) {
  std::vector<TestMode> modes;
  constexpr size_t kBatchRows[] = {0, 1, 7};
  constexpr uint32_t kParallelisms[] = {1, 2, 4};
  for (size_t batch = 0; batch < 3; ++batch) {
    for (size_t parallelism = 0; parallelism < 3; ++parallelism) {
      for (const bool collide : {false, true}) {
        // The nine pairs of rows and parallelism, with either value of the third falling on each row and column.
        if (!all && collide != ((batch + parallelism) % 2 == 1)) continue;
        const uint64_t seed = modes.size();
        modes.push_back({kBatchRows[batch], kParallelisms[parallelism], collide, seed});
        if (all && parallelism > 0) {
          modes.push_back({kBatchRows[batch], kParallelisms[parallelism], collide, kSecondSeeds + seed});
        }
      }
    }
  }
  return modes;
}

}  // namespace eddyline::sql_tests
