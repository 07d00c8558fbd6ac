#include "operators/join/interval_join_deadlines.hpp"

#include <array>

#include "tests/unit/operators/join/interval_join_test_base.hpp"

namespace eddyline::operators {
namespace {

using plan::JoinType;
using Lines = std::vector<std::string>;

class IntervalJoinDeadlinesTest : public IntervalJoinTestBase {
 protected:
  /// Rows up to `until`; the batches are counted.
  Lines advance(IntervalJoinDeadlines& deadlines, int64_t until) {
    Lines lines;
    batches_ = 0;
    for (Progress progress = Progress::kMore; progress == Progress::kMore;) {
      Output output;
      progress = deadlines.advance(until, output).value();
      const std::optional<Batch> rows = output.take();
      if (!rows.has_value()) continue;
      ++batches_;
      for (std::string& line : rows_of(*rows)) lines.push_back(std::move(line));
    }
    return lines;
  }

  size_t batches_ = 0;
};

TEST_F(IntervalJoinDeadlinesTest, RowsCloseInOrderOfTimeAndOnce) {
  const auto full = spec(JoinType::kFull, 5, 5);
  IntervalJoinCache left = cache(full, JoinSide::kLeft);
  IntervalJoinCache right = cache(full, JoinSide::kRight);
  IntervalJoinDeadlines deadlines(left, right, {});
  deadlines.add_cause(PaddingCause::kClose);
  append(left, {{1, 102}, {2, 100}});
  append(right, {{3, 101}});
  EXPECT_EQ(deadlines.next(), 106);
  EXPECT_EQ(advance(deadlines, 105), Lines{});
  EXPECT_EQ(advance(deadlines, 107), (Lines{"+I 2 100 null null", "+I null null 3 101"}));
  EXPECT_EQ(deadlines.next(), 108);
  EXPECT_EQ(advance(deadlines, 200), Lines{"+I 1 102 null null"});
  EXPECT_EQ(deadlines.next(), std::nullopt);
}

TEST_F(IntervalJoinDeadlinesTest, AtOneInstantRightClosesBeforeLeft) {
  const auto full = spec(JoinType::kFull, 5, 5);
  IntervalJoinCache left = cache(full, JoinSide::kLeft);
  IntervalJoinCache right = cache(full, JoinSide::kRight);
  IntervalJoinDeadlines deadlines(left, right, {});
  deadlines.add_cause(PaddingCause::kClose);
  append(left, {{1, 100}});
  append(right, {{2, 100}, {3, 100}});
  EXPECT_EQ(advance(deadlines, 106), (Lines{"+I null null 2 100", "+I null null 3 100", "+I 1 100 null null"}));
}

TEST_F(IntervalJoinDeadlinesTest, AtOneInstantEarlyFiresComeFirstLeftBeforeRight) {
  // Early fire at time + 2, close at time + 6: those of 100 and of 96 meet at 102.
  const auto full = firing(spec(JoinType::kFull, 5, 5), 2);
  IntervalJoinCache left = cache(full, JoinSide::kLeft);
  IntervalJoinCache right = cache(full, JoinSide::kRight);
  IntervalJoinDeadlines deadlines(left, right, {});
  deadlines.add_cause(PaddingCause::kEarlyFire);
  deadlines.add_cause(PaddingCause::kClose);
  append(left, {{1, 96}, {2, 100}});
  append(right, {{3, 100}});
  EXPECT_EQ(advance(deadlines, 98), Lines{"+I 1 96 null null"});
  EXPECT_EQ(advance(deadlines, 102), (Lines{"+I 2 100 null null", "+I null null 3 100"}));
  EXPECT_EQ(advance(deadlines, 1000), Lines{}) << "a fired row is not padded again when its window closes";
}

TEST_F(IntervalJoinDeadlinesTest, MatchedRowsAreNotPadded) {
  const auto outer = firing(spec(JoinType::kLeft, 5, 5), 2);
  IntervalJoinCache left = cache(outer, JoinSide::kLeft);
  IntervalJoinCache right = cache(outer, JoinSide::kRight);
  IntervalJoinDeadlines deadlines(left, right, {});
  deadlines.add_cause(PaddingCause::kEarlyFire);
  deadlines.add_cause(PaddingCause::kClose);
  append(left, {{1, 100, true}, {2, 100}});
  append(right, {{3, 100}});
  EXPECT_EQ(advance(deadlines, 1000), Lines{"+I 2 100 null null"});
}

TEST_F(IntervalJoinDeadlinesTest, FillsOneBatchACall) {
  const auto outer = spec(JoinType::kLeft, 5, 5);
  IntervalJoinCache left = cache(outer, JoinSide::kLeft);
  IntervalJoinCache right = cache(outer, JoinSide::kRight);
  IntervalJoinDeadlines deadlines(left, right, {.rows = 2, .bytes = 1 << 20});
  deadlines.add_cause(PaddingCause::kClose);
  append(left, {{1, 100}, {2, 100}, {3, 100}, {4, 100}, {5, 100}});
  EXPECT_EQ(advance(deadlines, 106).size(), 5U);
  EXPECT_EQ(batches_, 3U);
}

TEST_F(IntervalJoinDeadlinesTest, AnInnerJoinHasNone) {
  const auto inner = spec(JoinType::kInner, 5, 5);
  IntervalJoinCache left = cache(inner, JoinSide::kLeft);
  IntervalJoinCache right = cache(inner, JoinSide::kRight);
  IntervalJoinDeadlines deadlines(left, right, {});
  deadlines.add_cause(PaddingCause::kClose);
  EXPECT_TRUE(deadlines.empty());
}

}  // namespace
}  // namespace eddyline::operators
