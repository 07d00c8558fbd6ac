#include "operators/sink/collect_operator.hpp"
#include "schemas/control_codec.hpp"
#include "tests/unit/taskexecutor/process/core_test_base.hpp"
#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {
namespace {

using schemas::AttemptId;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr AttemptId kAttempt{7};

class CollectedRowsTest : public CoreTestBase {
 protected:
  CollectedRowsTest() {
    register_at_once();
    rows_->attach(std::make_shared<Wakeup>());
    rows_->notify_reader([this] { told_ = true; });
    schemas::DeployJob message;
    message.attempt = kAttempt;
    receive(std::move(message));
    core_.on_job_made(kAttempt, MadeJob{{{{VertexId(0), SubtaskIndex(0)}, "collect"}}, rows_}, now());
    receive(schemas::StartJob{kAttempt});
    asked_.take();
  }

  void push(std::vector<int64_t> values) {
    ASSERT_TRUE(rows_->try_push(numbers(values)).value());
    tell();
  }
  /// What the process does when the buffer has told its reader.
  void tell() {
    if (std::exchange(told_, false)) core_.on_rows(kAttempt);
  }
  void fetch(uint64_t request, uint64_t offset, milliseconds wait = seconds(1), uint64_t version = kAttempt.value()) {
    receive(schemas::FetchRows{schemas::RequestId(request), kAttempt, version, offset, Bytes(1'000), wait});
  }

  std::shared_ptr<operators::ResultBuffer> rows_ = std::make_shared<operators::ResultBuffer>(Bytes(10'000), MemoryPool::root("rows"));
  bool told_ = false;
};

TEST_F(CollectedRowsTest, GivesWhatIsThereAtOnce) {
  push({1, 2, 3});
  fetch(1, 0);
  EXPECT_EQ(asked_.take(), Notes{"send FetchedRows 1 ok 0+3"});
  EXPECT_EQ(asked_.last_rows.version, kAttempt.value());
  EXPECT_EQ(asked_.last_rows.batches.size(), 1U);
}

TEST_F(CollectedRowsTest, AnswersAsSoonAsThereAreRows) {
  fetch(1, 0);
  EXPECT_EQ(asked_.take(), Notes{});
  pass(milliseconds(500));
  push({1});
  EXPECT_EQ(asked_.take(), Notes{"send FetchedRows 1 ok 0+1"});
  pass(seconds(1));
  EXPECT_EQ(asked_.take(), Notes{}) << "a request has one answer";
}

TEST_F(CollectedRowsTest, AnswersWithNothingWhenTheWaitIsOver) {
  fetch(1, 0, milliseconds(200));
  pass(milliseconds(199));
  EXPECT_EQ(asked_.take(), Notes{});
  pass(milliseconds(1));
  EXPECT_EQ(asked_.take(), Notes{"send FetchedRows 1 ok 0+0"});
  fetch(2, 0, milliseconds(0));
  EXPECT_EQ(asked_.take(), Notes{"send FetchedRows 2 ok 0+0"});
}

TEST_F(CollectedRowsTest, AWaitMayBeLongerThanTimeLasts) {
  fetch(1, 0, milliseconds::max());
  pass(seconds(1));
  push({1});
  EXPECT_EQ(asked_.take(), Notes{"send FetchedRows 1 ok 0+1"});
}

TEST_F(CollectedRowsTest, GivesTheSameRowsToWhoeverAsksAgain) {
  push({1, 2});
  fetch(1, 0);
  fetch(2, 0);
  EXPECT_EQ(asked_.take(), (Notes{"send FetchedRows 1 ok 0+2", "send FetchedRows 2 ok 0+2"}));
  fetch(3, 2);
  push({3});
  EXPECT_EQ(asked_.take(), Notes{"send FetchedRows 3 ok 2+1"});
  fetch(4, 0);
  EXPECT_EQ(asked_.take(), Notes{"send FetchedRows 4 NotFound 0+0"});
}

TEST_F(CollectedRowsTest, ASecondRequestEndsTheFirst) {
  fetch(1, 0);
  fetch(2, 0);
  EXPECT_EQ(asked_.take(), Notes{"send FetchedRows 1 ok 0+0"});
  push({1});
  EXPECT_EQ(asked_.take(), Notes{"send FetchedRows 2 ok 0+1"});
}

TEST_F(CollectedRowsTest, WhoeverKnowsAnotherVersionBeginsWithWhatThereIs) {
  push({1, 2});
  fetch(1, 2);
  push({3});
  asked_.take();
  fetch(2, 1'000, seconds(1), 0);
  EXPECT_EQ(asked_.take(), Notes{"send FetchedRows 2 ok 2+1"});
  EXPECT_EQ(asked_.last_rows.version, kAttempt.value());
}

TEST_F(CollectedRowsTest, TheEndIsToldAtOnceAndRowsOutliveTheirJob) {
  fetch(1, 0);
  rows_->finish();
  tell();
  EXPECT_EQ(asked_.take(), Notes{"send FetchedRows 1 ok 0+0 ended"});
  core_.on_subtask_ended(kAttempt, {VertexId(0), SubtaskIndex(0)}, {}, now());
  core_.on_job_freed(kAttempt, now());
  asked_.take();
  fetch(2, 0);
  EXPECT_EQ(asked_.take(), Notes{"send FetchedRows 2 ok 0+0 ended"});
  // So long the attempt is not new.
  schemas::DeployJob again;
  again.attempt = kAttempt;
  receive(std::move(again));
  EXPECT_EQ(asked_.take(), Notes());
  EXPECT_EQ(core_.dropped_messages(), 1U);
}

TEST_F(CollectedRowsTest, ForgetsThemWithTheAttempt) {
  fetch(1, 0);
  receive(schemas::CancelAttempt{kAttempt, ""});
  EXPECT_EQ(asked_.take(), (Notes{"send FetchedRows 1 Cancelled 0+0", "stop 7"}));
  fetch(2, 0);
  EXPECT_EQ(asked_.take(), Notes{"send FetchedRows 2 NotFound 0+0"});
  EXPECT_TRUE(rows_->try_push(numbers({1})).value()) << "what comes is dropped until the job has ended";
}

TEST_F(CollectedRowsTest, ForgetsThemWithTheJobManager) {
  push({1});
  core_.on_disconnected(io_error("reset"), now());
  EXPECT_EQ(rows_->first_offset(), 1U);
}

TEST_F(CollectedRowsTest, AnAnswerIsBounded) {
  auto large = std::make_shared<operators::ResultBuffer>(Bytes(uint64_t{64} << 20), MemoryPool::root("rows"));
  const std::vector<int64_t> values(2'000, 1);
  for (int batch = 0; batch < 1'000; ++batch) ASSERT_TRUE(large->try_push(numbers(values)).value());
  CollectedRows rows;
  rows.add(AttemptId(9), large);
  const auto answers = rows.fetch({schemas::RequestId(1), AttemptId(9), 0, 0, Bytes(UINT64_MAX), seconds(1)}, now());
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_LT(answers[0].rows * sizeof(int64_t), 5'000'000U);
  EXPECT_GT(answers[0].rows, 2'000U);
}

/// Else a row would end the connection of its task executor.
TEST(CollectedRowLimitTest, TheLongestRowGoesInAMessage) {
  EXPECT_GE(schemas::kControlMessageBytesMax.value(), operators::kResultRowBytesMax.value() * 3 / 2);
}

}  // namespace
}  // namespace eddyline::taskexecutor
