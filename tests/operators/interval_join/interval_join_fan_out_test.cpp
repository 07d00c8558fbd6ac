#include <gtest/gtest.h>

#include "tests/operators/interval_join/random_history.hpp"
#include "tests/operators/script_runner.hpp"

namespace eddyline::tests {
namespace {

constexpr size_t kFanOut = 10'000;

/// LEFT JOIN with early fire, bounds [-100, 0], key k; histories are filled in by the tests.
RandomHistory empty_history() {
  RandomHistory history;
  history.script.path = "fan-out";
  history.script.head = {{"operator", "interval_join"},
                         {"join", "LEFT"},
                         {"left", "k STRING, t ROWTIME, v BIGINT"},
                         {"right", "k STRING, t ROWTIME, w BIGINT"},
                         {"on", "k = k"},
                         {"time", "t t"},
                         {"bounds", "-100 0"},
                         {"early fire", "5 rowtime"}};
  IntervalJoinModel::Settings& settings = history.settings;
  for (size_t input = 0; input < 2; ++input) settings.inputs[input] = {3, {0}, 1, input == 0, 0, 0};
  settings.inputs[0].ahead = settings.inputs[1].back = 100;
  settings.filter_nulls = {true};
  settings.early_fire_delay = 5;
  return history;
}

void add(RandomHistory& history, const std::string& verb, const std::string& argument,
         std::vector<std::string> rows = {}) {
  history.script.events.push_back({0, {}, verb, argument, std::move(rows), {}});
}

/// Rows "a <time> <number>".
std::vector<std::string> numbered_rows(size_t count, int64_t time) {
  std::vector<std::string> rows;
  for (size_t i = 0; i < count; ++i) rows.push_back("a " + std::to_string(time) + " " + std::to_string(i));
  return rows;
}

void expect_as_modelled(const RandomHistory& history) {
  const std::vector<Lines> expected = model_outputs(history);
  for (const DriverMode& mode : driver_modes()) {
    // Batches of one row say nothing more here, and take long.
    if (mode.input_rows == 1 || mode.output.rows == 1) continue;
    const Result<std::vector<Lines>> outputs = run_script(history.script, mode);
    ASSERT_TRUE(outputs.ok()) << mode.name << ": " << outputs.status().to_string();
    ASSERT_EQ(outputs->size(), expected.size());
    // Whole lists would flood the log.
    for (size_t event = 0; event < expected.size(); ++event) {
      EXPECT_TRUE((*outputs)[event] == expected[event]) << mode.name << ", event " << event;
    }
  }
}

TEST(IntervalJoinFanOutTest, OneRowMeetsThousandsInBoundedBatches) {
  RandomHistory history = empty_history();
  add(history, "right", "", numbered_rows(kFanOut, 50));
  add(history, "left", "", {"a 50 1", "b 50 2", "a 49 3"});
  add(history, "watermark", "1000");
  EXPECT_EQ(model_outputs(history)[1].size(), 2 * kFanOut);
  expect_as_modelled(history);
}

TEST(IntervalJoinFanOutTest, OneRowCorrectsThousandsOfFiredOnes) {
  RandomHistory history = empty_history();
  add(history, "left", "", numbered_rows(kFanOut, 50));
  add(history, "watermark", "60");
  add(history, "right", "", {"b 60 1", "a 60 2", "a 61 3"});
  EXPECT_EQ(model_outputs(history)[2].size(), 3 * kFanOut);
  expect_as_modelled(history);
}

TEST(IntervalJoinFanOutTest, ThousandsOfPairsThatFailTheConditionDoNotEndTheSearch) {
  RandomHistory history = empty_history();
  history.script.head["condition"] = "(= l.v r.w)";
  history.settings.condition = [](const auto& left, const auto& right) { return left[2] == right[2]; };
  add(history, "right", "", numbered_rows(kFanOut, 50));
  add(history, "left", "", {"a 50 9999", "a 50 77777", "a 50 0"});
  add(history, "watermark", "max");
  EXPECT_EQ(model_outputs(history)[1].size(), 2);
  expect_as_modelled(history);
}

TEST(IntervalJoinFanOutTest, ThousandsOfRowsAreDueAtOnce) {
  RandomHistory history = empty_history();
  for (int64_t time = 40; time < 50; ++time) add(history, "left", "", numbered_rows(kFanOut / 10, 89 - time));
  add(history, "watermark", "49");
  add(history, "watermark", "max");
  EXPECT_EQ(model_outputs(history)[10].size() + model_outputs(history)[11].size(), kFanOut + 2);
  expect_as_modelled(history);
}

}  // namespace
}  // namespace eddyline::tests
