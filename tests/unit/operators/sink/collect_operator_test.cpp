#include "operators/sink/collect_operator.hpp"

#include <thread>

#include "tests/unit/operators/operator_test_base.hpp"

namespace eddyline::operators {
namespace {

using std::chrono::milliseconds;

class CollectOperatorTest : public OperatorTestBase {
 protected:
  Progress push(Operator& collect, int64_t value) {
    Output output;
    return collect.on_batch(0, batch({{value}}), output).value();
  }

  std::shared_ptr<ResultBuffer> results_ = std::make_shared<ResultBuffer>(2);
  CollectOperator collect_{results_};
};

TEST_F(CollectOperatorTest, WaitsForAClientThatDoesNotRead) {
  ASSERT_TRUE(collect_.open(surroundings_.context()).ok());
  EXPECT_EQ(push(collect_, 1), Progress::kDone);
  EXPECT_EQ(push(collect_, 2), Progress::kDone);
  EXPECT_EQ(push(collect_, 3), Progress::kBlocked);
  EXPECT_EQ(rows_of(*results_->fetch(milliseconds(0)).batch), std::vector<std::string>{"+I 1"});
  EXPECT_EQ(push(collect_, 3), Progress::kDone);
}

TEST_F(CollectOperatorTest, RowsBeforeTheEnd) {
  ASSERT_TRUE(collect_.open(surroundings_.context()).ok());
  push(collect_, 1);
  ASSERT_TRUE(collect_.close().ok());
  EXPECT_TRUE(results_->fetch(milliseconds(0)).batch.has_value());
  EXPECT_TRUE(results_->fetch(milliseconds(0)).ended);
}

TEST_F(CollectOperatorTest, AClosedBufferTakesAndDropsEverything) {
  ASSERT_TRUE(collect_.open(surroundings_.context()).ok());
  results_->close();
  for (int64_t value = 0; value < 10; ++value) EXPECT_EQ(push(collect_, value), Progress::kDone);
  EXPECT_FALSE(results_->fetch(milliseconds(0)).batch.has_value());
}

TEST_F(CollectOperatorTest, AWaitingClientIsWoken) {
  ASSERT_TRUE(collect_.open(surroundings_.context()).ok());
  std::thread client([&] {
    while (true) {
      const ResultBuffer::Fetched fetched = results_->fetch(milliseconds(60'000));
      if (fetched.batch.has_value()) return;
    }
  });
  push(collect_, 1);
  client.join();
}

}  // namespace
}  // namespace eddyline::operators
