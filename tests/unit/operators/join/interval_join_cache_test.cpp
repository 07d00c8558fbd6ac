#include "operators/join/interval_join_cache.hpp"

#include <array>

#include "tests/unit/operators/join/interval_join_test_base.hpp"

namespace eddyline::operators {
namespace {

using plan::EarlyFireTimeMode;
using plan::JoinType;

class IntervalJoinCacheTest : public IntervalJoinTestBase {
 protected:
  /// Times of the rows of key 1.
  std::vector<int64_t> times_found(IntervalJoinCache& cache) {
    std::vector<int64_t> times;
    for (const state::RowHandle row : cached(cache)) times.push_back(row.time());
    return times;
  }
};

TEST_F(IntervalJoinCacheTest, PadsOnTheOuterSidesOnly) {
  EXPECT_TRUE(cache(spec(JoinType::kLeft, 20, 5), JoinSide::kLeft).pads());
  EXPECT_FALSE(cache(spec(JoinType::kLeft, 20, 5), JoinSide::kRight).pads());
}

TEST_F(IntervalJoinCacheTest, AnInnerJoinHasNoDeadlines) {
  IntervalJoinCache inner = cache(spec(JoinType::kInner, 20, 5), JoinSide::kLeft);
  EXPECT_FALSE(inner.pads());
  EXPECT_EQ(inner.deadline_kind(PaddingCause::kClose), std::nullopt);
  EXPECT_EQ(inner.deadline_kind(PaddingCause::kEarlyFire), std::nullopt);
}

TEST_F(IntervalJoinCacheTest, ARowLivesUntilItsWindowAndTheCleanupAreOver) {
  IntervalJoinCache left = cache(spec(JoinType::kLeft, 20, 5), JoinSide::kLeft, 7);
  EXPECT_EQ(left.lifetime_ms(), 13);
  append(left, {{1, 100}, {1, 101}});
  EXPECT_EQ(left.rows().next_deadline(*left.deadline_kind(PaddingCause::kClose)), 113);
  ASSERT_TRUE(left.expire(112).ok());
  EXPECT_EQ(times_found(left), (std::vector<int64_t>{100, 101}));
  ASSERT_TRUE(left.expire(113).ok());
  EXPECT_EQ(times_found(left), std::vector<int64_t>{101});
}

TEST_F(IntervalJoinCacheTest, TheLastWatermarkEndsRowsOfTheFarFuture) {
  IntervalJoinCache left = cache(spec(JoinType::kLeft, 20, 5), JoinSide::kLeft);
  append(left, {{1, INT64_MAX - 1}});
  ASSERT_TRUE(left.expire(INT64_MAX - 1).ok());
  EXPECT_EQ(times_found(left).size(), 1U);
  ASSERT_TRUE(left.expire(kMaxWatermark.value()).ok());
  EXPECT_TRUE(times_found(left).empty());
}

TEST_F(IntervalJoinCacheTest, OnlyUnmatchedRowsAreArmed) {
  const IntervalJoinCache fires = cache(firing(spec(JoinType::kLeft, 20, 5), 3), JoinSide::kLeft);
  EXPECT_EQ(fires.initial_flags(false), kRowArmed);
  EXPECT_EQ(fires.initial_flags(true), kRowMatched);
}

TEST_F(IntervalJoinCacheTest, WithoutEarlyFireNoRowIsArmed) {
  EXPECT_EQ(cache(spec(JoinType::kLeft, 20, 5), JoinSide::kLeft).initial_flags(false), 0);
}

TEST_F(IntervalJoinCacheTest, FiresAtTheRowsTimeAndDelay) {
  IntervalJoinCache left = cache(firing(spec(JoinType::kLeft, 20, 5), 3), JoinSide::kLeft);
  EXPECT_TRUE(left.fires_early());
  EXPECT_FALSE(left.fires_by_arrival());
  append(left, {{1, 100}});
  EXPECT_EQ(left.rows().next_deadline(*left.deadline_kind(PaddingCause::kEarlyFire)), 103);
}

TEST_F(IntervalJoinCacheTest, ADelayLongerThanTheRowLivesNeverFires) {
  EXPECT_FALSE(cache(firing(spec(JoinType::kLeft, 20, 5), 7), JoinSide::kLeft).fires_early());
}

TEST_F(IntervalJoinCacheTest, ADelayAsLongAsTheRowLivesFires) {
  EXPECT_TRUE(cache(firing(spec(JoinType::kLeft, 20, 5), 6), JoinSide::kLeft).fires_early());
}

TEST_F(IntervalJoinCacheTest, AWallClockDelayOfAnEventTimeJoinIsCountedFromArrivalHoweverLong) {
  const auto by_clock = firing(spec(JoinType::kLeft, 20, 5), 1000, EarlyFireTimeMode::kProctime);
  IntervalJoinCache left = cache(by_clock, JoinSide::kLeft);
  EXPECT_TRUE(left.fires_by_arrival());
  EXPECT_EQ(left.early_fire_delay_ms(), 1000);
  append(left, {{1, 100, false, 5000}});
  EXPECT_EQ(left.rows().next_deadline(*left.deadline_kind(PaddingCause::kEarlyFire)), 5000);
}

}  // namespace
}  // namespace eddyline::operators
