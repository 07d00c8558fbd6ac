#include "operators/sink/collect_operator.hpp"

#include "operators/sink/result_reader.hpp"
#include "tests/unit/operators/operator_test_base.hpp"

namespace eddyline::operators {
namespace {

using std::chrono::milliseconds;

class CollectOperatorTest : public OperatorTestBase {
 protected:
  void SetUp() override { ASSERT_TRUE(collect_.open(surroundings_.context()).ok()); }

  Progress push(int64_t value) {
    Output output;
    return collect_.on_batch(0, batch({{value}}), output).value();
  }
  ResultReader::Next next() { return reader_.next(milliseconds(0)).value(); }

  std::shared_ptr<ResultBuffer> results_ = std::make_shared<ResultBuffer>(Bytes(100));
  ResultReader reader_{results_, {PhysicalType::kInt64}};
  CollectOperator collect_{results_};
};

TEST_F(CollectOperatorTest, WaitsForAClientThatDoesNotRead) {
  int64_t pushed = 0;
  while (push(pushed + 1) == Progress::kDone) ++pushed;
  ASSERT_GT(pushed, 0);
  // What a fetch gave may be asked for again, so only the next one makes room.
  for (int64_t value = 1; value <= pushed; ++value) {
    EXPECT_EQ(rows_of(*next().batch), std::vector<std::string>{"+I " + std::to_string(value)});
  }
  EXPECT_FALSE(next().batch.has_value());
  EXPECT_EQ(push(pushed + 1), Progress::kDone);
}

TEST_F(CollectOperatorTest, RowsBeforeTheEnd) {
  push(1);
  ASSERT_TRUE(collect_.close().ok());
  EXPECT_TRUE(next().batch.has_value());
  EXPECT_TRUE(next().ended);
}

TEST_F(CollectOperatorTest, AClosedBufferTakesAndDropsEverything) {
  results_->close();
  for (int64_t value = 0; value < 100; ++value) EXPECT_EQ(push(value), Progress::kDone);
  EXPECT_FALSE(next().batch.has_value());
}

TEST_F(CollectOperatorTest, KindsArrive) {
  Output output;
  ASSERT_EQ(collect_.on_batch(0, batch({{1, 2}}, {RowKind::kUpdateBefore, RowKind::kUpdateAfter}), output).value(),
            Progress::kDone);
  EXPECT_EQ(rows_of(*next().batch), (std::vector<std::string>{"-U 1", "+U 2"}));
}

}  // namespace
}  // namespace eddyline::operators
