// Jobs split over executors in this process that are joined by real sockets, with a thread a subtask.

#include <gtest/gtest.h>

#include "taskexecutor/job/thread_driver.hpp"
#include "tests/split_job/split_job.hpp"
#include "tests/unit/taskexecutor/test_jobs.hpp"

namespace eddyline::taskexecutor {
namespace {

class SplitJobSocketsTest : public testing::Test {
 protected:
  SplitJobSocketsTest() {
    environment_.clock = &clock_;
    environment_.memory = memory_.get();
    environment_.batch_limits = {.rows = 500, .bytes = 20'000};
    environment_.channel_limits = {.slots = 16, .own_bytes = Bytes(40'000), .shared_bytes = Bytes(40'000)};
  }
  ~SplitJobSocketsTest() override {
    drivers_.clear();
    job_.reset();
  }

  void start(int64_t rows) {
    job_.emplace(executors_, 1, 4, environment_, [this, rows] {
      return two_vertices(make_operator<CountingSource>("numbers", rows, 300), 3, record_, 4, ExchangeKind::kHash);
    });
    for (const auto& part : job_->parts()) {
      drivers_.push_back(std::make_unique<ThreadDriver>(*part, clock_));
      ASSERT_TRUE(drivers_.back()->start().ok());
    }
  }
  /// As a job manager: a part that fails cancels the others.
  void wait() {
    for (size_t part = job_->parts().size(); part-- > 0;) {
      if (!job_->parts()[part]->wait().ok()) job_->cancel();
    }
  }

  SystemClock clock_;
  std::unique_ptr<MemoryPool> memory_ = MemoryPool::root("process");
  JobEnvironment environment_;
  Record record_;
  TestExecutors executors_{3, [] { return Network::start().value(); }};
  std::optional<SplitJob> job_;
  std::vector<std::unique_ptr<ThreadDriver>> drivers_;
};

TEST_F(SplitJobSocketsTest, EveryRowComes) {
  constexpr int64_t kRows = 100'000;
  start(kRows);
  wait();
  ASSERT_TRUE(job_->result().ok()) << job_->result().to_string();
  std::map<std::string, int> times;
  for (const std::string& line : record_.lines()) ++times[line.substr(line.find(':') + 1)];
  EXPECT_EQ(times["end"], 4);
  EXPECT_EQ(times["Wmax"], 4);
  EXPECT_EQ(times.size(), static_cast<size_t>(kRows) + 2);
  for (const int64_t value : {int64_t{1}, kRows / 2, kRows}) EXPECT_EQ(times[std::to_string(value)], 3) << value;
}

}  // namespace
}  // namespace eddyline::taskexecutor
