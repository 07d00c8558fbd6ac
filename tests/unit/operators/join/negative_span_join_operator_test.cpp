#include "operators/join/negative_span_join_operator.hpp"

#include "tests/unit/operators/operator_test_base.hpp"

namespace eddyline::operators {
namespace {

using plan::JoinType;
using Lines = std::vector<std::string>;

/// Left rows of two columns, right rows of one.
class NegativeSpanJoinOperatorTest : public OperatorTestBase {
 protected:
  std::unique_ptr<NegativeSpanJoinOperator> open(JoinType type, OperatorContext& context) {
    const RowType left{{"a", DataType::bigint()}, {"b", DataType::bigint()}};
    auto made = std::make_unique<NegativeSpanJoinOperator>(type, left, RowType{{"c", DataType::bigint()}});
    EXPECT_TRUE(made->open(context).ok());
    return made;
  }
  Lines given(JoinType type, size_t input, const Batch& rows) {
    const auto join = open(type, surroundings_.context());
    Output output;
    EXPECT_EQ(join->on_batch(input, rows, output).value(), Progress::kDone);
    const auto made = output.take();
    return made.has_value() ? rows_of(*made) : Lines();
  }
};

TEST_F(NegativeSpanJoinOperatorTest, PadsOuterRowsAndDropsTheOthers) {
  const Batch left = batch({{1, 2}, {3, 4}});
  const Batch right = batch({{5, 6}});
  const Lines padded_left = {"+I 1 3 null", "+I 2 4 null"};
  const Lines padded_right = {"+I null null 5", "+I null null 6"};
  const struct {
    JoinType type;
    Lines of_left;
    Lines of_right;
  } cases[] = {{JoinType::kInner, {}, {}},
               {JoinType::kLeft, padded_left, {}},
               {JoinType::kRight, {}, padded_right},
               {JoinType::kFull, padded_left, padded_right}};
  for (const auto& each : cases) {
    SCOPED_TRACE(plan::join_type_name(each.type));
    EXPECT_EQ(given(each.type, 0, left), each.of_left);
    EXPECT_EQ(given(each.type, 1, right), each.of_right);
  }
}

TEST_F(NegativeSpanJoinOperatorTest, RowsOutsideTheSelectionStayOutside) {
  EXPECT_EQ(given(JoinType::kLeft, 0, batch({{1, 2, 3}, {4, 5, 6}}).slice(1, 1)), Lines{"+I 2 5 null"});
}

TEST_F(NegativeSpanJoinOperatorTest, HandsOnNoMoreThanABatchMayHold) {
  tests::OperatorSurroundings small({.limits = {.rows = 2}});
  const auto join = open(JoinType::kFull, small.context());
  const Batch rows = batch({{1, 2, 3, 4, 5}});
  for (int round = 0; round < 2; ++round) {
    std::vector<size_t> sizes;
    for (Progress progress = Progress::kMore; progress == Progress::kMore;) {
      Output output;
      progress = join->on_batch(1, rows, output).value();
      sizes.push_back(output.take()->rows());
    }
    EXPECT_EQ(sizes, (std::vector<size_t>{2, 2, 1}));
  }
}

TEST_F(NegativeSpanJoinOperatorTest, PassesWatermarksOn) {
  const auto join = open(JoinType::kLeft, surroundings_.context());
  EXPECT_EQ(join->output_watermark(EventTime(17)), EventTime(17));
}

}  // namespace
}  // namespace eddyline::operators
