// A job split over two processes: this one, and one that is forked before there are threads.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "common/base/check.hpp"
#include "taskexecutor/job/thread_driver.hpp"
#include "tests/split_job/two_processes.hpp"
#include "tests/unit/taskexecutor/test_jobs.hpp"

namespace eddyline::taskexecutor {
namespace {

/// One process's part of a job of two sources and two sinks.
class Process {
 public:
  Process(uint32_t self, const ProcessPipe& in, const ProcessPipe& out, int64_t rows) : end_(self, in, out) {
    environment_.clock = &clock_;
    environment_.memory = memory_.get();
    job_ = LocalJob::create(two_vertices(make_operator<CountingSource>("numbers", rows, 500), 2, record_, 2,
                                         ExchangeKind::kHash),
                            environment_, end_.part(5, {0, 1}))
               .value();
    driver_.emplace(*job_, clock_);
    // Both have made their parts before one starts.
    end_.meet();
    CHECK(driver_->start().ok());
  }
  ~Process() {
    driver_.reset();
    job_.reset();
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Rows that its sink got, and "end" and "Wmax".
  size_t lines() const { return record_.size(); }
  Status wait() { return job_->wait(); }

 private:
  ProcessEnd end_;
  SystemClock clock_;
  std::unique_ptr<MemoryPool> memory_ = MemoryPool::root("process");
  JobEnvironment environment_;
  Record record_;
  std::unique_ptr<LocalJob> job_;
  std::optional<ThreadDriver> driver_;
};

class TwoProcessesTest : public testing::Test {
 protected:
  /// The other process runs its part to its end, says how many lines it has, and stays until it is told.
  void fork_other(int64_t rows) {
    other_ = fork();
    CHECK(other_ >= 0) << "cannot fork";
    if (other_ > 0) return;
    Process process(1, to_other_, from_other_, rows);
    const bool ok = process.wait().ok();
    from_other_.put(process.lines());
    to_other_.get<uint8_t>();
    _exit(ok ? 0 : 1);
  }
  int wait_for_other() {
    int status = 0;
    waitpid(other_, &status, 0);
    return status;
  }

  ProcessPipe to_other_;
  ProcessPipe from_other_;
  pid_t other_ = 0;
};

TEST_F(TwoProcessesTest, EveryRowComes) {
  constexpr int64_t kRows = 300'000;
  fork_other(kRows);
  Process process(0, from_other_, to_other_, kRows);
  EXPECT_TRUE(process.wait().ok());
  EXPECT_EQ(process.lines() + from_other_.get<size_t>(), 2 * static_cast<size_t>(kRows) + 4);
  to_other_.put(uint8_t{0});
  EXPECT_EQ(wait_for_other(), 0);
}

TEST_F(TwoProcessesTest, AProcessThatIsKilledUnderLoadEndsTheJob) {
  fork_other(0);
  Process process(0, from_other_, to_other_, 0);
  while (process.lines() < 20'000) std::this_thread::yield();
  kill(other_, SIGKILL);
  const Status result = process.wait();
  EXPECT_EQ(result.code(), ErrorCode::kUnavailable) << result.to_string();
  EXPECT_NE(result.message().find("lost the connection to 127.0.0.1:"), std::string::npos) << result.to_string();
  EXPECT_NE(result.message().find("channel "), std::string::npos) << result.to_string();
  wait_for_other();
}

}  // namespace
}  // namespace eddyline::taskexecutor
