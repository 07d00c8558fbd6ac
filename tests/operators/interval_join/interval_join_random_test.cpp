#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/operators/interval_join/random_history.hpp"
#include "tests/operators/script_runner.hpp"

namespace eddyline::tests {
namespace {

constexpr uint64_t kHistories = 3000;

/// More in a long run: EDDYLINE_RANDOM_HISTORIES=100000.
uint64_t history_count() {
  const char* const wish = std::getenv("EDDYLINE_RANDOM_HISTORIES");
  return wish == nullptr ? kHistories : std::stoull(wish);
}

/// The operator's outputs, or its error as one line.
std::vector<Lines> outputs_of(const Script& script, const DriverMode& mode) {
  Result<std::vector<Lines>> outputs = run_script(script, mode);
  if (outputs.ok()) return std::move(outputs).value();
  return {{outputs.status().to_string()}};
}

TEST(IntervalJoinRandomTest, AgreesWithTheModelOnRandomHistories) {
  const std::vector<DriverMode>& modes = driver_modes();
  for (uint64_t seed = 0; seed < history_count(); ++seed) {
    const RandomHistory history = random_history(seed);
    const std::vector<Lines> expected = model_outputs(history);
    for (const DriverMode& mode : {modes[0], modes[1 + seed % (modes.size() - 1)]}) {
      ASSERT_EQ(outputs_of(history.script, mode), expected)
          << "seed " << seed << " in mode " << mode.name << "; expected:\n"
          << script_text(history.script, expected);
    }
  }
}

}  // namespace
}  // namespace eddyline::tests
