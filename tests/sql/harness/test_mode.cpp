#include "tests/sql/harness/test_mode.hpp"

#include "common/base/check.hpp"

namespace eddyline::sql_tests {
namespace {

/// With one executor and two for each combination of the other dimensions that has several subtasks; else three pairs of
/// rows and parallelism that each value is part of.
bool is_chosen(size_t batch, size_t parallelism, uint32_t executors, bool all) {
  if (parallelism == 0) return executors == 1;
  const bool splits = batch == 2 ? parallelism == 1 : parallelism == 2;
  return all || splits == (executors == 2);
}

}  // namespace

std::string TestMode::name() const {
  return "batch" + (batch_rows == 0 ? std::string("default") : std::to_string(batch_rows)) + "_parallelism" +
         std::to_string(parallelism) + (collide_hashes ? "_collide" : "") +
         (executors > 1 ? "_executors" + std::to_string(executors) : "");
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
        for (const uint32_t executors : {1U, 2U}) {
          if (!is_chosen(batch, parallelism, executors, all)) continue;
          modes.push_back({kBatchRows[batch], kParallelisms[parallelism], collide, executors, modes.size()});
        }
      }
    }
  }
  return modes;
}

}  // namespace eddyline::sql_tests
