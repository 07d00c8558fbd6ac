// Jobs split over executors in this process that are joined by real sockets, with a thread a subtask.

#include <gtest/gtest.h>

#include "taskexecutor/job/thread_driver.hpp"
#include "tests/network_proxy/network_proxy.hpp"
#include "tests/split_job/split_job.hpp"
#include "tests/unit/taskexecutor/test_jobs.hpp"

namespace eddyline::taskexecutor {
namespace {

/// Silence is noticed soon.
NetworkSettings impatient() {
  NetworkSettings settings;
  settings.sign_of_life_interval = std::chrono::milliseconds(100);
  settings.silence_max = std::chrono::milliseconds(1000);
  return settings;
}

class SplitJobSocketsTest : public testing::Test {
 protected:
  SplitJobSocketsTest() {
    environment_.clock = &clock_;
    environment_.memory = memory_.get();
    environment_.batch_limits = {.rows = 500, .bytes = 20'000};
    environment_.channel_limits = {.slots = 16, .own_bytes = Bytes(40'000), .shared_bytes = Bytes(40'000)};
  }
  ~SplitJobSocketsTest() override { end(); }

  void start(uint64_t attempt, int64_t rows) {
    job_.emplace(executors_, attempt, 4, environment_, [this, rows] {
      return two_vertices(make_operator<CountingSource>("numbers", rows, 300), 3, record_, 4, ExchangeKind::kHash);
    });
    for (const auto& part : job_->parts()) {
      drivers_.push_back(std::make_unique<ThreadDriver>(*part, clock_));
      ASSERT_TRUE(drivers_.back()->start().ok());
    }
  }
  void wait() {
    for (const auto& part : job_->parts()) part->wait().ok();
  }
  void end() {
    drivers_.clear();
    job_.reset();
  }

  SystemClock clock_;
  std::unique_ptr<MemoryPool> memory_ = MemoryPool::root("process");
  JobEnvironment environment_;
  Record record_;
  TestExecutors executors_{2, [] { return Network::start().value(); }, impatient()};
  std::optional<SplitJob> job_;
  std::vector<std::unique_ptr<ThreadDriver>> drivers_;
};

TEST_F(SplitJobSocketsTest, EveryRowComes) {
  constexpr int64_t kRows = 100'000;
  start(1, kRows);
  wait();
  ASSERT_TRUE(job_->result().ok()) << job_->result().to_string();
  std::map<std::string, int> times;
  for (const std::string& line : record_.lines()) ++times[line.substr(line.find(':') + 1)];
  EXPECT_EQ(times["end"], 4);
  EXPECT_EQ(times["Wmax"], 4);
  for (int64_t value = 1; value <= kRows; ++value) ASSERT_EQ(times[std::to_string(value)], 3) << value;
  EXPECT_EQ(times.size(), static_cast<size_t>(kRows) + 2);
}

/// The first executor reaches the second through something that can be cut.
class CutSocketsTest : public SplitJobSocketsTest {
 protected:
  CutSocketsTest() { executors_.set_address(1, proxy_.address()); }
  ~CutSocketsTest() override { end(); }

  /// Each part learns it by itself: nobody cancels one because of the other.
  void expect_both_parts_failed() {
    wait();
    for (const auto& part : job_->parts()) {
      const Status result = part->result();
      EXPECT_EQ(result.code(), ErrorCode::kUnavailable) << result.to_string();
      EXPECT_NE(result.message().find("channel "), std::string::npos) << result.to_string();
      EXPECT_NE(result.message().find("lost the connection to"), std::string::npos) << result.to_string();
    }
  }

  NetworkProxy proxy_{executors_.address(1)};
};

TEST_F(CutSocketsTest, AConnectionThatIsCutUnderLoadFailsBothPartsAndTheNextAttemptGetsAnother) {
  uint64_t attempt = 0;
  for (const CutWay way : {CutWay::kReset, CutWay::kFinish, CutWay::kReset}) {
    start(++attempt, 0);
    ASSERT_TRUE(proxy_.wait_moved(proxy_.moved_bytes() + 1'000'000 * attempt));
    proxy_.cut(way);
    expect_both_parts_failed();
    end();
  }
  start(++attempt, 1000);
  wait();
  EXPECT_TRUE(job_->result().ok()) << job_->result().to_string();
}

TEST_F(CutSocketsTest, AConnectionThatFallsSilentUnderLoadFailsBothParts) {
  start(1, 0);
  ASSERT_TRUE(proxy_.wait_moved(1'000'000));
  proxy_.pause();
  expect_both_parts_failed();
}

}  // namespace
}  // namespace eddyline::taskexecutor
