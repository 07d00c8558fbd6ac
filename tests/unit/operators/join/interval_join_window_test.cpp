#include "operators/join/interval_join_window.hpp"

#include <gtest/gtest.h>

namespace eddyline::operators {
namespace {

using std::chrono::milliseconds;

/// left time - right time in [lower, upper].
plan::IntervalJoinWindowBounds bounds(int64_t lower, int64_t upper) {
  plan::IntervalJoinWindowBounds bounds;
  bounds.left_lower = milliseconds(lower);
  bounds.left_upper = milliseconds(upper);
  return bounds;
}

TEST(IntervalJoinWindowTest, EachSideSeesTheBoundsFromItsOwnRows) {
  // A left row at 100 meets right rows from 100 - 20 to 100 + 5.
  const IntervalJoinWindow left = IntervalJoinWindow::of(bounds(-5, 20), JoinSide::kLeft);
  EXPECT_EQ(left.back_ms, 20);
  EXPECT_EQ(left.ahead_ms, 5);
  const IntervalJoinWindow right = IntervalJoinWindow::of(bounds(-5, 20), JoinSide::kRight);
  EXPECT_EQ(right.back_ms, 5);
  EXPECT_EQ(right.ahead_ms, 20);
}

TEST(IntervalJoinWindowTest, MayLieOnOneSideOfTheRow) {
  const IntervalJoinWindow left = IntervalJoinWindow::of(bounds(10, 20), JoinSide::kLeft);
  EXPECT_EQ(left.back_ms, 20);
  EXPECT_EQ(left.ahead_ms, -10);
}

TEST(IntervalJoinWindowTest, IsOverOnceTheWatermarkReachesItsEnd) {
  const IntervalJoinWindow window{20, 5};
  EXPECT_FALSE(window.is_over(100, 104));
  EXPECT_TRUE(window.is_over(100, 105));
}

TEST(IntervalJoinWindowTest, EndsOfTimeDoNotOverflow) {
  const IntervalJoinWindow window{20, 5};
  EXPECT_FALSE(window.is_over(INT64_MAX - 1, INT64_MAX - 1));
  EXPECT_TRUE(window.is_over(INT64_MAX - 1, INT64_MAX));
  EXPECT_FALSE(window.is_over(INT64_MIN + 1, INT64_MIN));
}

}  // namespace
}  // namespace eddyline::operators
