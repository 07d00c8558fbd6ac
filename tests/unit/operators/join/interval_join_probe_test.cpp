#include "operators/join/interval_join_probe.hpp"

#include <array>

#include "tests/unit/operators/join/interval_join_test_base.hpp"

namespace eddyline::operators {
namespace {

using plan::JoinType;
using Batches = std::vector<std::vector<std::string>>;

/// Both caches of a join on [-5, 20], and a probe of one of its inputs.
class IntervalJoinProbeTest : public IntervalJoinTestBase {
 protected:
  void open(const plan::IntervalJoinSpec& spec) {
    spec_ = spec;
    left_.emplace(cache(spec, JoinSide::kLeft));
    right_.emplace(cache(spec, JoinSide::kRight));
  }

  /// Output batches of a batch that arrives on `side` at operator time `now`.
  Batches arrive(JoinSide side, const Batch& input, int64_t now, size_t output_rows = 100) {
    IntervalJoinCache* const own = side == JoinSide::kLeft ? &*left_ : &*right_;
    IntervalJoinCache* const other = side == JoinSide::kLeft ? &*right_ : &*left_;
    IntervalJoinProbe probe(
        {own, other, nullptr, {{0}, {true}, 1, false, own->window()}, backend_->hashing(), {output_rows, SIZE_MAX}});
    expression::EvaluationContext evaluation = surroundings_.context().evaluation_context();
    Batches batches;
    probe.start(input, now, 0);
    for (Progress progress = Progress::kMore; progress == Progress::kMore;) {
      EXPECT_TRUE(probe.active());
      Output output;
      progress = probe.advance(evaluation, output).value();
      if (const auto made = output.take()) batches.push_back(rows_of(*made));
    }
    EXPECT_FALSE(probe.active());
    return batches;
  }

  size_t changed_segments() const {
    size_t changed = 0;
    for (const state::StateChanges& state : backend_->changes()) changed += state.changed;
    return changed;
  }

  /// Of the left rows of key 1.
  void pad_cached(size_t position) {
    ASSERT_TRUE(left_->rows().add_flags(std::array{cached(*left_)[position]}, kRowPadded).ok());
  }

  plan::IntervalJoinSpec spec_;
  std::optional<IntervalJoinCache> left_;
  std::optional<IntervalJoinCache> right_;
};

TEST_F(IntervalJoinProbeTest, MeetsTheOtherInputAtBothBoundsAndNoFurther) {
  open(spec(JoinType::kInner, 20, 5));
  append(*right_, {{1, 126}, {1, 125}, {1, 100}, {1, 99}, {2, 110}});
  EXPECT_EQ(arrive(JoinSide::kLeft, batch({{1}, {120}}), 0), (Batches{{"+I 1 120 1 100", "+I 1 120 1 125"}}));
}

TEST_F(IntervalJoinProbeTest, RowsOfTheRightSeeTheWindowTheOtherWayRound) {
  open(spec(JoinType::kInner, 20, 5));
  append(*left_, {{1, 94}, {1, 95}, {1, 120}, {1, 121}});
  EXPECT_EQ(arrive(JoinSide::kRight, batch({{1}, {100}}), 0), (Batches{{"+I 1 95 1 100", "+I 1 120 1 100"}}));
}

TEST_F(IntervalJoinProbeTest, RowsOfOneInputNeverMeetAndAreKept) {
  open(spec(JoinType::kInner, 20, 5));
  EXPECT_TRUE(arrive(JoinSide::kLeft, batch({{1, 1}, {100, 100}}), 0).empty());
  EXPECT_EQ(left_->rows().size(), 2U);
  EXPECT_EQ(right_->rows().size(), 0U);
}

TEST_F(IntervalJoinProbeTest, ARowWhoseWindowIsOverJoinsAndIsNotKept) {
  open(spec(JoinType::kInner, 20, 5));
  append(*right_, {{1, 100}});
  EXPECT_EQ(arrive(JoinSide::kLeft, batch({{1, 1}, {100, 101}}), 105), (Batches{{"+I 1 100 1 100", "+I 1 101 1 100"}}));
  EXPECT_EQ(left_->rows().size(), 1U);
}

TEST_F(IntervalJoinProbeTest, GoesOnInTheMiddleOfARowsMatches) {
  open(spec(JoinType::kInner, 20, 5));
  append(*right_, {{1, 100}, {1, 101}, {1, 102}});
  EXPECT_EQ(arrive(JoinSide::kLeft, batch({{1}, {110}}), 0, 2),
            (Batches{{"+I 1 110 1 100", "+I 1 110 1 101"}, {"+I 1 110 1 102"}}));
}

TEST_F(IntervalJoinProbeTest, EndingRowsArePaddedInOrderOfArrival) {
  open(spec(JoinType::kLeft, 20, 5));
  append(*right_, {{1, 100}});
  const Batch input = batch({{2, 1, 1, 2}, {100, 100, kMissing, 300}});
  EXPECT_EQ(arrive(JoinSide::kLeft, input, 200),
            (Batches{{"+I 2 100 null null", "+I 1 100 1 100", "+I 1 null null null"}}));
  EXPECT_EQ(left_->rows().size(), 1U);
}

TEST_F(IntervalJoinProbeTest, PaddingWaitsForRoom) {
  open(spec(JoinType::kLeft, 20, 5));
  EXPECT_EQ(arrive(JoinSide::kLeft, batch({{1, 2, 3}, {1, 2, 3}}), 200, 2),
            (Batches{{"+I 1 1 null null", "+I 2 2 null null"}, {"+I 3 3 null null"}}));
}

TEST_F(IntervalJoinProbeTest, MarksTheMatchedRowsOfOuterSides) {
  open(spec(JoinType::kFull, 20, 5));
  append(*right_, {{1, 100}, {1, 300}});
  arrive(JoinSide::kLeft, batch({{1, 1}, {100, 200}}), 0);
  const std::vector<state::RowHandle> right = cached(*right_);
  EXPECT_EQ(right[0].flags(), kRowMatched);
  EXPECT_EQ(right[1].flags(), 0);
  const std::vector<state::RowHandle> left = cached(*left_);
  EXPECT_EQ(left[0].flags(), kRowMatched);
  EXPECT_EQ(left[1].flags(), 0);
}

TEST_F(IntervalJoinProbeTest, TheStoreIsToldOfMatches) {
  open(spec(JoinType::kRight, 20, 5));
  append(*left_, {{1, 100}});
  append(*right_, {{1, 100}});
  backend_->forget_changes();
  arrive(JoinSide::kRight, batch({{1}, {100}}), 1000);
  EXPECT_EQ(changed_segments(), 0U) << "left rows are not padded and need no mark";
  arrive(JoinSide::kLeft, batch({{1}, {100}}), 1000);
  EXPECT_EQ(changed_segments(), 1U);
}

TEST_F(IntervalJoinProbeTest, AMatchOfAPaddedRowCorrectsItOnce) {
  open(firing(spec(JoinType::kLeft, 20, 5), 3));
  append(*left_, {{1, 100}});
  pad_cached(0);
  EXPECT_EQ(arrive(JoinSide::kRight, batch({{1, 1}, {100, 101}}), 0),
            (Batches{{"-U 1 100 null null", "+U 1 100 1 100", "+I 1 100 1 101"}}));
}

TEST_F(IntervalJoinProbeTest, ACorrectionIsNotTornApart) {
  open(firing(spec(JoinType::kLeft, 20, 5), 3));
  append(*left_, {{1, 100}, {1, 101}});
  pad_cached(1);
  EXPECT_EQ(arrive(JoinSide::kRight, batch({{1}, {100}}), 0, 2),
            (Batches{{"+I 1 100 1 100"}, {"-U 1 101 null null", "+U 1 101 1 100"}}));
}

TEST_F(IntervalJoinProbeTest, ACorrectionIsTornWhereABatchHasOneRow) {
  open(firing(spec(JoinType::kLeft, 20, 5), 3));
  append(*left_, {{1, 100}});
  pad_cached(0);
  EXPECT_EQ(arrive(JoinSide::kRight, batch({{1}, {100}}), 0, 1), (Batches{{"-U 1 100 null null"}, {"+U 1 100 1 100"}}));
}

TEST_F(IntervalJoinProbeTest, UnmatchedRowsAreArmedForEarlyFire) {
  open(firing(spec(JoinType::kLeft, 20, 5), 3));
  append(*right_, {{1, 100}});
  arrive(JoinSide::kLeft, batch({{1, 1}, {100, 200}}), 0);
  EXPECT_EQ(left_->rows().next_deadline(*left_->deadline_kind(PaddingCause::kEarlyFire)), 203);
}

}  // namespace
}  // namespace eddyline::operators
