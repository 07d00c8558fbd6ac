#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace eddyline::sql_tests {

/// One way to run a file that must not change its results.
struct TestMode {
  /// 0: the engine's own.
  size_t batch_rows = 0;
  uint32_t parallelism = 1;
  /// All keys in one bucket of each hash table.
  bool collide_hashes = false;
  /// Task executors over which the subtasks are split, joined by a network in memory; 1: without one.
  uint32_t executors = 1;
  /// Decides in which order subtasks are stepped.
  uint64_t seed = 7;

  /// "batch7_parallelism2_collide_executors2" for test names.
  std::string name() const;
  /// Whether "parallelism=1" and the like hold.
  bool satisfies(const std::string& restriction) const;
};

/// The plain mode first. Ordinary: such that every two values of different dimensions meet in one of at most nine
/// modes, each with a seed of its own, but that subtasks are split only where there are several; all: every combination.
std::vector<TestMode> test_modes(bool all);

}  // namespace eddyline::sql_tests
