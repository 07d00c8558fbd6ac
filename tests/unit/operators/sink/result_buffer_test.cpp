#include "operators/sink/result_buffer.hpp"

#include "tests/unit/operators/operator_test_base.hpp"

namespace eddyline::operators {
namespace {

constexpr Bytes kAll{1'000'000};

class ResultBufferTest : public OperatorTestBase {
 protected:
  ResultBufferTest() { results_.attach(wakeup_); }

  bool push(std::vector<int64_t> values) { return results_.try_push(batch({std::move(values)})).value(); }
  ResultBuffer::Fetched fetch(uint64_t offset, Bytes bytes_max = kAll) {
    wakeup_->clear();
    return results_.fetch(offset, bytes_max).value();
  }

  ResultBuffer results_{Bytes(400), surroundings_.memory().child("rows")};
  WakeupPtr wakeup_ = std::make_shared<Wakeup>();
};

TEST_F(ResultBufferTest, GivesTheSameRowsUntilOneBehindThemIsAskedFor) {
  push({1, 2});
  push({3});
  for (int time = 0; time < 3; ++time) {
    const ResultBuffer::Fetched all = fetch(0);
    EXPECT_EQ(all.offset, 0U);
    EXPECT_EQ(all.rows, 3U);
    EXPECT_EQ(all.batches.size(), 2U);
  }
  EXPECT_EQ(fetch(2).offset, 2U);
  EXPECT_EQ(fetch(2).rows, 1U);
  EXPECT_EQ(results_.first_offset(), 2U);
  EXPECT_EQ(results_.fetch(0, kAll).status().code(), ErrorCode::kNotFound);
}

TEST_F(ResultBufferTest, BeginsWithTheBatchOfTheRowAskedFor) {
  push({1, 2, 3});
  push({4});
  const ResultBuffer::Fetched fetched = fetch(2);
  EXPECT_EQ(fetched.offset, 0U);
  EXPECT_EQ(fetched.rows, 4U);
}

TEST_F(ResultBufferTest, RefusesRowsThatNeverCame) {
  push({1});
  EXPECT_EQ(fetch(1).rows, 0U);
  EXPECT_EQ(results_.fetch(2, kAll).status().code(), ErrorCode::kDataError);
}

TEST_F(ResultBufferTest, GivesOneBatchAtLeast) {
  push({1});
  push({2});
  EXPECT_EQ(fetch(0, Bytes(0)).batches.size(), 1U);
  EXPECT_EQ(fetch(1, Bytes(0)).rows, 1U);
}

TEST_F(ResultBufferTest, EndsBehindTheLastRow) {
  push({1});
  push({2});
  results_.finish();
  EXPECT_FALSE(fetch(0, Bytes(0)).ended);
  EXPECT_TRUE(fetch(0).ended);
  EXPECT_TRUE(fetch(2).ended);
}

TEST_F(ResultBufferTest, HoldsTheOperatorBackByBytesAndWakesItOnce) {
  uint64_t pushed = 0;
  while (push({static_cast<int64_t>(pushed)})) ++pushed;
  const size_t batch_bytes = fetch(0).batches.front()->size();
  // One batch may go beyond the limit, however large it is.
  EXPECT_EQ(pushed, (400 + batch_bytes - 1) / batch_bytes);
  EXPECT_FALSE(wakeup_->notified());
  fetch(1);
  EXPECT_TRUE(wakeup_->notified());
  EXPECT_TRUE(push({7}));
  fetch(1);
  EXPECT_FALSE(wakeup_->notified()) << "nobody waits";
}

TEST_F(ResultBufferTest, TellsItsReaderOnceAfterAFetchInVain) {
  int told = 0;
  results_.notify_reader([&] { ++told; });
  push({1});
  EXPECT_EQ(told, 0) << "nobody has asked";
  fetch(0);
  fetch(1);
  push({2});
  push({3});
  EXPECT_EQ(told, 1);
  fetch(3);
  results_.finish();
  EXPECT_EQ(told, 2);
}

TEST_F(ResultBufferTest, ForgetsEverythingWhenClosed) {
  push({1, 2});
  results_.close();
  EXPECT_TRUE(push({3}));
  EXPECT_EQ(fetch(2).rows, 0U);
  EXPECT_EQ(results_.fetch(0, kAll).status().code(), ErrorCode::kNotFound);
}

}  // namespace
}  // namespace eddyline::operators
