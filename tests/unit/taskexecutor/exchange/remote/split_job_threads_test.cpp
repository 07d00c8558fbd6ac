// Jobs split over executors, with a thread a subtask and one for the network in memory between them; the thread sanitizer
// sees every hand-over.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "taskexecutor/job/thread_driver.hpp"
#include "tests/memory_network/memory_networks.hpp"
#include "tests/split_job/split_job.hpp"
#include "tests/unit/taskexecutor/test_jobs.hpp"

namespace eddyline::taskexecutor {
namespace {

/// Delivers all the time.
class DeliveringThread {
 public:
  explicit DeliveringThread(MemoryNetworks& networks) : networks_(networks), thread_([this] { run(); }) {}
  ~DeliveringThread() {
    over_ = true;
    thread_.join();
  }

 private:
  void run() {
    while (!over_) {
      if (!networks_.deliver()) std::this_thread::yield();
    }
  }

  MemoryNetworks& networks_;
  std::atomic<bool> over_{false};
  std::thread thread_;
};

/// What a job manager would see.
class NotedSubtasks final : public SubtaskListener {
 public:
  void on_running(const Subtask&) override { ++running; }
  void on_end(const Subtask&, const Status& result) override { ++(result.ok() ? finished : failed); }
  std::atomic<int> running{0};
  std::atomic<int> finished{0};
  std::atomic<int> failed{0};
};

class SplitJobThreadsTest : public testing::Test {
 protected:
  SplitJobThreadsTest() {
    environment_.clock = &clock_;
    environment_.memory = memory_.get();
    environment_.batch_limits = {.rows = 50, .bytes = 1000};
    environment_.channel_limits = {.slots = 16, .own_bytes = Bytes(3000), .shared_bytes = Bytes(3000)};
  }
  void start(int64_t rows) {
    job_.emplace(executors_, 1, 3, environment_, [this, rows] {
      return two_vertices(make_operator<CountingSource>("numbers", rows, 7), 3, record_, 3, ExchangeKind::kHash);
    });
    for (const auto& part : job_->parts()) {
      part->listen(subtasks_);
      drivers_.push_back(std::make_unique<ThreadDriver>(*part, clock_));
    }
    delivering_.emplace(networks_);
    for (const auto& driver : drivers_) ASSERT_TRUE(driver->start().ok());
  }
  /// As a job manager: the first part that fails cancels the others.
  void wait() {
    for (const auto& part : job_->parts()) {
      if (!part->wait().ok()) job_->cancel();
    }
    for (const auto& part : job_->parts()) part->wait().ok();
  }

  SystemClock clock_;
  std::unique_ptr<MemoryPool> memory_ = MemoryPool::root("process");
  JobEnvironment environment_;
  Record record_;
  NotedSubtasks subtasks_;
  MemoryNetworks networks_{3};
  TestExecutors executors_{2, [this] { return networks_.add(); }};
  std::optional<SplitJob> job_;
  std::vector<std::unique_ptr<ThreadDriver>> drivers_;
  std::optional<DeliveringThread> delivering_;
};

TEST_F(SplitJobThreadsTest, EveryRowComes) {
  start(5000);
  wait();
  EXPECT_TRUE(job_->result().ok()) << job_->result().to_string();
  std::map<std::string, int> times;
  for (const std::string& line : record_.lines()) ++times[line.substr(line.find(':') + 1)];
  EXPECT_EQ(times["end"], 3);
  EXPECT_EQ(times.size(), 5002U);
  EXPECT_EQ(times["4999"], 3);
  EXPECT_EQ(subtasks_.running, 6);
  EXPECT_EQ(subtasks_.finished, 6);
  EXPECT_EQ(subtasks_.failed, 0);
}

TEST_F(SplitJobThreadsTest, AConnectionThatIsCutUnderLoadEndsTheJob) {
  start(0);
  while (record_.size() < 2000) std::this_thread::yield();
  networks_.cut_all();
  wait();
  EXPECT_EQ(job_->result().code(), ErrorCode::kUnavailable);
  EXPECT_NE(job_->result().message().find("lost the connection to"), std::string::npos) << job_->result().to_string();
  EXPECT_EQ(subtasks_.failed, 6);
}

TEST_F(SplitJobThreadsTest, APartThatIsCancelledSaysWhy) {
  start(0);
  for (const auto& part : job_->parts()) part->cancel(cancelled("the slot is wanted"));
  wait();
  EXPECT_EQ(job_->result().message(), "the slot is wanted");
}

}  // namespace
}  // namespace eddyline::taskexecutor
