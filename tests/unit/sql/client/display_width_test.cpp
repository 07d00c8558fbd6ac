#include "sql/client/display_width.hpp"

#include <gtest/gtest.h>

namespace eddyline::sql {
namespace {

TEST(DisplayWidth, CountsTerminalColumns) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("Größe"), 5U);
  EXPECT_EQ(display_width("日本語"), 6U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("a\nb"), 3U);
}

TEST(DisplayWidth, CutsAndMarksWhatIsTooWide) {
  EXPECT_EQ(fit_to_width("abcdef", 6), "abcdef");
  EXPECT_EQ(fit_to_width("abcdefg", 6), "abc...");
  EXPECT_EQ(fit_to_width("日本語日本語", 8), "日本...");
  EXPECT_EQ(fit_to_width("日本語日本語", 12), "日本語日本語");
}

}  // namespace
}  // namespace eddyline::sql
