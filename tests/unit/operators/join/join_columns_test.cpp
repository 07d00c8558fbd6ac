#include "operators/join/join_columns.hpp"

#include <array>

#include "tests/unit/operators/operator_test_base.hpp"

namespace eddyline::operators {
namespace {

using Lines = std::vector<std::string>;

class JoinColumnsTest : public OperatorTestBase {
 protected:
  static Lines picked(const Batch& input, const std::vector<int32_t>& rows) {
    return rows_of(Batch(picked_columns(input, rows), rows.size()));
  }
};

TEST_F(JoinColumnsTest, PicksRowsInAnyOrderAndNullsForNone) {
  const Batch input = batch({{1, kMissing, 3}, {4, 5, 6}});
  EXPECT_EQ(picked(input, {2, 0, 2, kNoRow, 1}), (Lines{"+I 3 6", "+I 1 4", "+I 3 6", "+I null null", "+I null 5"}));
  EXPECT_EQ(picked(input, {kNoRow}), Lines{"+I null null"});
}

TEST_F(JoinColumnsTest, SharesTheColumnsWhenAllRowsArePicked) {
  const Batch input = batch({{1, 2}});
  EXPECT_EQ(picked_columns(input, std::array{0, 1})[0], input.column(0));
  EXPECT_NE(picked_columns(input, std::array{1, 0})[0], input.column(0));
}

TEST_F(JoinColumnsTest, MakesNullColumns) {
  const std::vector<ColumnPtr> columns = null_columns({{"a", DataType::bigint()}, {"b", DataType::bigint()}}, 2);
  EXPECT_EQ(rows_of(Batch(columns, 2)), (Lines{"+I null null", "+I null null"}));
}

TEST_F(JoinColumnsTest, KindsOfInsertsNeedNoBuffer) {
  EXPECT_EQ(kinds_buffer(std::array{RowKind::kInsert, RowKind::kInsert}), nullptr);
  const std::array kinds{RowKind::kInsert, RowKind::kUpdateBefore, RowKind::kUpdateAfter};
  const BufferPtr buffer = kinds_buffer(kinds);
  ASSERT_NE(buffer, nullptr);
  EXPECT_TRUE(std::equal(kinds.begin(), kinds.end(), buffer->as<RowKind>()));
}

TEST_F(JoinColumnsTest, LeftColumnsStandBeforeRightOnes) {
  const Batch left = batch({{1}, {2}});
  const Batch right = batch({{3}});
  EXPECT_EQ(rows_of(Batch(side_by_side(left.columns(), right.columns()), 1)), Lines{"+I 1 2 3"});
}

TEST_F(JoinColumnsTest, TheRowLimitFollowsTheBytesOfARow) {
  OutputRowLimit limit({.rows = 1000, .bytes = 8000});
  EXPECT_EQ(limit.rows(), OutputRowLimit::kFirstRows);
  const Batch wide = batch(std::vector<std::vector<int64_t>>(10, std::vector<int64_t>(1000)));
  limit.learn(wide.columns(), 1000);
  // 80 bytes a row and what the buffers round up to.
  EXPECT_LE(limit.rows(), 100U);
  EXPECT_GE(limit.rows(), 50U);
  limit.learn(null_columns({{"a", DataType::bigint()}}, 1000), 1000);
  EXPECT_EQ(limit.rows(), 1000U);
}

TEST_F(JoinColumnsTest, TheRowLimitCountsATextAsOftenAsItIsReferredTo) {
  OutputRowLimit limit({.rows = 1000, .bytes = 100'000});
  MutableColumn text(PhysicalType::kString, 1);
  text.set_string(0, std::string(10'000, 'x'));
  const Batch input({text.seal(1)}, 1);
  const std::vector<ColumnPtr> picked = picked_columns(input, std::vector<int32_t>(64, 0));
  limit.learn(picked, 64);
  EXPECT_EQ(limit.rows(), 9U);
  limit.learn(std::array{Column::constant(input.column(0), 64)}, 64);
  EXPECT_EQ(limit.rows(), 10U);
}

TEST_F(JoinColumnsTest, ARetractionAndItsUpdateFitTogether) {
  OutputRowLimit limit({.rows = 1000, .bytes = 1});
  limit.learn(batch({{1}}).columns(), 1);
  EXPECT_EQ(limit.rows(), 2U);
  limit.learn({}, 0);
  EXPECT_EQ(limit.rows(), 2U);
}

}  // namespace
}  // namespace eddyline::operators
