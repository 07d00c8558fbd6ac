#include "tests/sql/harness/result_check.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/sql/harness/test_mode.hpp"

namespace eddyline::sql_tests {
namespace {

using enum RowKind;

QueryResult keyed(std::vector<ResultRow> rows) {
  return {.rows = std::move(rows), .has_key = true, .updating = true};
}

TEST(ResultCheckTest, TheTableIsWhatIsLeft) {
  const auto lines = table_lines(keyed({{kInsert, "b 1", "b"},
                                        {kInsert, "a 1", "a"},
                                        {kUpdateBefore, "b 1", "b"},
                                        {kUpdateAfter, "b 2", "b"},
                                        {kDelete, "a 1", "a"}}));
  ASSERT_TRUE(lines.ok());
  EXPECT_EQ(*lines, (Lines{"b 2"}));
  EXPECT_EQ(table_lines(keyed({{kDelete, "a 1", "a"}})).status().code(), ErrorCode::kDataError);
}

TEST(ResultCheckTest, OneSubtaskKeepsTheWholeOrder) {
  const QueryResult result = keyed({{kInsert, "b 1", "b"}, {kInsert, "a 1", "a"}});
  const auto lines = comparable({"+I a 1", "+I b 1"}, result, true);
  EXPECT_NE(lines.expected, lines.actual);
}

TEST(ResultCheckTest, SeveralSubtasksKeepTheOrderOfAKey) {
  const QueryResult result = keyed({{kInsert, "b 1", "b"}, {kInsert, "a 1", "a"}, {kUpdateAfter, "b 2", "b"}});
  const auto right = comparable({"+I a 1", "+I b 1", "+U b 2"}, result, false);
  EXPECT_EQ(right.expected, right.actual);
  const auto wrong = comparable({"+I a 1", "+U b 2", "+I b 1"}, result, false);
  EXPECT_NE(wrong.expected, wrong.actual);
  const auto missing = comparable({"+I a 1", "+I b 1", "+U b 2", "+I c 1"}, result, false);
  EXPECT_NE(missing.expected, missing.actual);
}

TEST(TestModeTest, OrdinaryModesCoverEveryPair) {
  const std::vector<TestMode> modes = test_modes(false);
  EXPECT_LE(modes.size(), 9U);
  EXPECT_EQ(modes.front().name(), "batchdefault_parallelism1");
  // Every combination; only several subtasks can be split.
  EXPECT_EQ(test_modes(true).size(), 18U + 12U);
  std::set<uint64_t> seeds;
  for (const TestMode& mode : modes) seeds.insert(mode.seed);
  EXPECT_EQ(seeds.size(), modes.size());
  for (const TestMode& one : test_modes(true)) {
    const auto meets = [&](auto same) { return std::ranges::any_of(modes, same); };
    EXPECT_TRUE(
        meets([&](const TestMode& m) { return m.batch_rows == one.batch_rows && m.parallelism == one.parallelism; }));
    EXPECT_TRUE(meets(
        [&](const TestMode& m) { return m.batch_rows == one.batch_rows && m.collide_hashes == one.collide_hashes; }));
    EXPECT_TRUE(meets(
        [&](const TestMode& m) { return m.parallelism == one.parallelism && m.collide_hashes == one.collide_hashes; }));
    EXPECT_TRUE(
        meets([&](const TestMode& m) { return m.executors == one.executors && m.batch_rows == one.batch_rows; }));
    EXPECT_TRUE(
        meets([&](const TestMode& m) { return m.executors == one.executors && m.parallelism == one.parallelism; }));
    EXPECT_TRUE(meets(
        [&](const TestMode& m) { return m.executors == one.executors && m.collide_hashes == one.collide_hashes; }));
  }
}

}  // namespace
}  // namespace eddyline::sql_tests
