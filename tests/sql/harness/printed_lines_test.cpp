#include "tests/sql/harness/printed_lines.hpp"

#include <gtest/gtest.h>

namespace eddyline::sql_tests {
namespace {

TEST(PrintedLinesTest, SubtasksAreTakenOffThePrefix) {
  EXPECT_EQ(parse_printed_line("40 early:2> +I[a> b]", true).without_subtask(), "40 early> +I[a> b]");
  EXPECT_EQ(parse_printed_line("40 2> +I[1]", true).without_subtask(), "40 +I[1]");
  EXPECT_EQ(parse_printed_line("40 a:b> +I[1]", false).without_subtask(), "40 a:b> +I[1]");
  EXPECT_EQ(parse_printed_line("40 +I[a> b]", false).without_subtask(), "40 +I[a> b]");
}

TEST(PrintedLinesTest, PairsAreLookedForPerSubtask) {
  EXPECT_TRUE(read_printed_lines({"0 1> -U[a]", "0 2> +I[x]", "0 1> +U[b]"}, true).pairs_are_whole);
  EXPECT_FALSE(read_printed_lines({"0 1> -U[a]", "0 1> +I[x]", "0 1> +U[b]"}, true).pairs_are_whole);
  EXPECT_FALSE(read_printed_lines({"0 -U[a]"}, false).pairs_are_whole);
}

}  // namespace
}  // namespace eddyline::sql_tests
