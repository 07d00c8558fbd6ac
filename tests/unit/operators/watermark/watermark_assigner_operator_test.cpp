#include "operators/watermark/watermark_assigner_operator.hpp"

#include "tests/unit/operators/operator_test_base.hpp"

namespace eddyline::operators {
namespace {

using Lines = std::vector<std::string>;

/// Over rows of one event time; the watermark is the time itself.
class WatermarkAssignerTest : public OperatorTestBase {
 protected:
  std::unique_ptr<WatermarkAssignerOperator> open(std::chrono::milliseconds interval) {
    WatermarkAssignerParameters parameters;
    parameters.rowtime_type = DataType::timestamp(3).with_time_attribute(TimeAttribute::kRowtime);
    parameters.watermark = expression::Expression::input_ref(0, parameters.rowtime_type);
    parameters.interval = interval;
    auto assigner = std::make_unique<WatermarkAssignerOperator>(std::move(parameters));
    EXPECT_TRUE(assigner->open(surroundings_.context()).ok());
    return assigner;
  }
};

TEST_F(WatermarkAssignerTest, BatchInOrderPassesWholeWithOneWatermark) {
  auto assigner = open(std::chrono::milliseconds(200));
  EXPECT_EQ(feed(*assigner, batch({{1000, 2000, 3000}})), (Lines{"+I 1000", "+I 2000", "+I 3000", "watermark 3000"}));
}

TEST_F(WatermarkAssignerTest, WatermarkIsTheOneThatRowsOneByOneWouldHaveSent) {
  auto assigner = open(std::chrono::milliseconds(200));
  // 1000 is sent at its row; 1150 is not far enough ahead of it and waits for the clock.
  EXPECT_EQ(feed(*assigner, batch({{1000, 1150}})), (Lines{"+I 1000", "+I 1150", "watermark 1000"}));
}

TEST_F(WatermarkAssignerTest, CutsBeforeALateRow) {
  auto assigner = open(std::chrono::milliseconds(200));
  EXPECT_EQ(feed(*assigner, batch({{1000, 2000, 1500, 1600, 3000}})),
            (Lines{"+I 1000", "+I 2000", "watermark 2000", "+I 1500", "+I 1600", "+I 3000", "watermark 3000"}));
}

TEST_F(WatermarkAssignerTest, KeepsSelectionsWhenItCuts) {
  auto assigner = open(std::chrono::milliseconds(0));
  const Batch all = batch({{5000, 10, 20, 7}});
  BufferPtr rows = allocate_buffer(2 * sizeof(int32_t));
  rows->as<int32_t>()[0] = 2;
  rows->as<int32_t>()[1] = 3;
  EXPECT_EQ(feed(*assigner, all.with_selection(Selection(rows, 2))), (Lines{"+I 20", "watermark 20", "+I 7"}));
}

TEST_F(WatermarkAssignerTest, NullEventTimeFailsTheJobAfterTheRowsBeforeIt) {
  auto assigner = open(std::chrono::milliseconds(200));
  Output output;
  const Batch input = batch({{1000, 900, kMissing, 2000}});
  ASSERT_EQ(*assigner->on_batch(0, input, output), Progress::kMore);
  EXPECT_EQ(rows_of(*output.take()), Lines{"+I 1000"});
  EXPECT_EQ(output.take_watermark(), EventTime(1000));
  ASSERT_EQ(*assigner->on_batch(0, input, output), Progress::kMore);
  EXPECT_EQ(rows_of(*output.take()), Lines{"+I 900"});
  const auto result = assigner->on_batch(0, input, output);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().message(), "RowTime field should not be null, please convert it to a non-null long value.");
}

}  // namespace
}  // namespace eddyline::operators
