// A job split over two processes: this one, and one that is forked before there are threads.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "common/base/check.hpp"
#include "taskexecutor/exchange/remote/data_plane.hpp"
#include "taskexecutor/job/thread_driver.hpp"
#include "tests/unit/taskexecutor/test_jobs.hpp"

namespace eddyline::taskexecutor {
namespace {

/// Plain values between the two, one way.
class Pipe {
 public:
  Pipe() { CHECK(pipe(ends_) == 0) << "no pipe"; }
  ~Pipe() {
    close(ends_[0]);
    close(ends_[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  template <class T>
  void put(const T& value) const {
    CHECK(write(ends_[1], &value, sizeof(T)) == sizeof(T)) << "the other process is gone";
  }
  template <class T>
  T get() const {
    T value{};
    CHECK(read(ends_[0], &value, sizeof(T)) == sizeof(T)) << "the other process is gone";
    return value;
  }

 private:
  int ends_[2] = {};
};

/// One process's part of a job of two sources and two sinks.
class Process {
 public:
  Process(uint32_t self, const Pipe& in, const Pipe& out, int64_t rows) : in_(in), out_(out) {
    const NetworkAddress here = data_plane_.listen({.host = "127.0.0.1", .port = 0}).value();
    const uint16_t there = exchange(here.port);
    const uint16_t ports[2] = {self == 0 ? here.port : there, self == 0 ? there : here.port};
    JobPart part;
    part.data_plane = &data_plane_;
    part.placement = {.attempt = 5,
                      .executors = {{"127.0.0.1", ports[0]}, {"127.0.0.1", ports[1]}},
                      .self = self,
                      .executor_of_slot = {0, 1}};
    environment_.clock = &clock_;
    environment_.memory = memory_.get();
    job_ = LocalJob::create(two_vertices(make_operator<CountingSource>("numbers", rows, 500), 2, record_, 2,
                                         ExchangeKind::kHash),
                            environment_, part)
               .value();
    driver_.emplace(*job_, clock_);
    // Both have made their parts before one starts.
    exchange(0);
    CHECK(driver_->start().ok());
  }
  ~Process() {
    driver_.reset();
    job_.reset();
    network_.reset();
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Rows that its sink got, and "end" and "Wmax".
  size_t lines() const { return record_.size(); }
  Status wait() { return job_->wait(); }
  uint16_t exchange(uint16_t value) const {
    out_.put(value);
    return in_.get<uint16_t>();
  }

 private:
  const Pipe& in_;
  const Pipe& out_;
  SystemClock clock_;
  std::unique_ptr<MemoryPool> memory_ = MemoryPool::root("process");
  JobEnvironment environment_;
  Record record_;
  std::unique_ptr<Network> network_ = Network::start().value();
  DataPlane data_plane_{*network_, {}};
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

  Pipe to_other_;
  Pipe from_other_;
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
