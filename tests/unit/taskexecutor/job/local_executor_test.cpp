#include "taskexecutor/job/local_executor.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "plan/nodes/values_node.hpp"
#include "tests/process_driver/no_threads_left.hpp"
#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {
namespace {

constexpr uint64_t kHeldBytes = uint64_t{1} << 20;

/// A source that takes memory and never gives it back itself; counts from 1 to `rows`, then ends or fails; 0 rows: runs on.
class HoldingSource final : public operators::SourceOperator {
 public:
  HoldingSource(int64_t rows, bool fails) : rows_(rows), fails_(fails) {}
  Status open(operators::OperatorContext& context) override { return context.memory().reserve(Bytes(kHeldBytes)); }
  Result<operators::SourceProgress> read(operators::Output&) override {
    if (rows_ == 0 || ++given_ < rows_) return operators::SourceProgress{};
    if (fails_) return data_error("bad row");
    return operators::SourceProgress{.next = operators::SourceProgress::Next::kEnd, .wake_at = {}};
  }

 private:
  int64_t rows_;
  bool fails_;
  int64_t given_ = 0;
};

size_t threads_of_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<size_t>(std::distance(begin(tasks), end(tasks)));
}

class LocalExecutorTest : public testing::Test {
 protected:
  LocalExecutorTest() {
    registry_.add<plan::ValuesNode>([this](std::shared_ptr<const plan::ValuesNode>, const operators::JobServices&,
                                           const operators::OperatorDeployment&) -> Result<operators::OperatorMaker> {
      return operators::OperatorMaker(
          [rows = rows_, fails = fails_](SubtaskIndex) -> Result<std::unique_ptr<operators::Operator>> {
            return std::make_unique<HoldingSource>(rows, fails);
          });
    });
  }

  ExecutorServices services() {
    ExecutorServices services;
    services.environment.clock = &clock_;
    services.environment.memory = memory_.get();
    services.operators = &registry_;
    return services;
  }

  /// A job of one vertex; every subtask holds memory.
  JobSubmission job(uint32_t parallelism, int64_t rows, bool fails = false) {
    rows_ = rows;
    fails_ = fails;
    auto node = std::make_shared<plan::ValuesNode>();
    plan::JobVertex vertex{.id = VertexId(0),
                           .name = "Source: held[1]",
                           .parallelism = Parallelism(parallelism),
                           .max_parallelism = MaxParallelism(128),
                           .operators = {{.node = node, .name = "Source: held[1]", .uid = ""}}};
    return {.name = "job", .graph = {.vertices = {vertex}, .edges = {}}, .settings = {}, .results = nullptr};
  }

  SystemClock clock_;
  std::unique_ptr<MemoryPool> memory_ = MemoryPool::root("process");
  operators::OperatorRegistry registry_;
  int64_t rows_ = 0;
  bool fails_ = false;
};

TEST_F(LocalExecutorTest, NothingButTheResultIsLeftOfAJobThatEnded) {
  LocalExecutor executor(services());
  // One is the executor's own, from the first job on.
  const size_t threads = threads_of_process() + 1;
  for (int run = 0; run < 5; ++run) {
    const JobId finished = executor.submit(job(3, 10)).value();
    EXPECT_TRUE(executor.wait(finished).ok());
    const JobId failed = executor.submit(job(1, 10, true)).value();
    EXPECT_EQ(executor.wait(failed).message(), "Source: held[1] (1/1): bad row");
    const JobId stopped = executor.submit(job(2, 0)).value();
    EXPECT_TRUE(executor.cancel(stopped).ok());
    EXPECT_EQ(executor.wait(stopped).code(), ErrorCode::kCancelled);

    EXPECT_EQ(memory_->used(), Bytes(0));
    EXPECT_EQ(threads_of_process(), threads);
    EXPECT_TRUE(executor.wait(finished).ok());
    EXPECT_EQ(executor.wait(failed).code(), ErrorCode::kDataError);
  }
}

TEST_F(LocalExecutorTest, ForgetsResultsOfLongAgo) {
  LocalExecutor executor(services());
  const JobId first = executor.submit(job(1, 1, true)).value();
  EXPECT_EQ(executor.wait(first).code(), ErrorCode::kDataError);
  JobId last = first;
  for (size_t later = 1; later < LocalExecutor::kEndedJobsKept; ++later) {
    last = executor.submit(job(1, 1)).value();
    EXPECT_TRUE(executor.wait(last).ok());
  }
  EXPECT_EQ(executor.wait(first).code(), ErrorCode::kDataError);
  EXPECT_TRUE(executor.wait(executor.submit(job(1, 1)).value()).ok());
  EXPECT_EQ(executor.wait(first).code(), ErrorCode::kNotFound);
  EXPECT_EQ(executor.cancel(first).code(), ErrorCode::kNotFound);
  EXPECT_TRUE(executor.wait(last).ok());
}

TEST_F(LocalExecutorTest, WaitsForAll) {
  LocalExecutor executor(services());
  executor.wait_for_all();
  int ended = 0;
  const auto on_end = [&](const JobId&, const Status&) { ++ended; };
  for (int count = 0; count < 5; ++count) ASSERT_TRUE(executor.submit(job(2, 10), on_end).ok());
  executor.wait_for_all();
  EXPECT_EQ(ended, 5);
}

TEST_F(LocalExecutorTest, TellsTheEndOnceWhenTheJobIsFreed) {
  LocalExecutor executor(services());
  std::vector<std::string> told;
  const auto on_end = [&](const JobId&, const Status& result) {
    told.push_back(std::to_string(memory_->used().value()) + " " + (result.ok() ? "ok" : result.message()));
  };
  const JobId id = executor.submit(job(1, 10, true), on_end).value();
  EXPECT_FALSE(executor.wait(id).ok());
  EXPECT_EQ(told, (std::vector<std::string>{"0 Source: held[1] (1/1): bad row"}));
}

TEST_F(LocalExecutorTest, AJobBeyondTheBudgetFailsAndSaysWhoHoldsWhatAndWhatToRaise) {
  memory_ = MemoryPool::root("process", Bytes(kHeldBytes / 2), "taskmanager.memory.process.size");
  LocalExecutor executor(services());
  const Status status = executor.wait(executor.submit(job(1, 10)).value());
  EXPECT_EQ(status.code(), ErrorCode::kOutOfMemory);
  EXPECT_EQ(status.message(),
            "Source: held[1] (1/1): cannot reserve 1048576 bytes for 'Source: held[1] (1/1)', which holds 0: 0 of the 524288 "
            "bytes of memory pool 'process' are in use; raise 'taskmanager.memory.process.size'");
  EXPECT_EQ(memory_->used(), Bytes(0));
}

TEST_F(LocalExecutorTest, CancellingAJobThatEndedIsNothing) {
  LocalExecutor executor(services());
  const JobId id = executor.submit(job(1, 10)).value();
  EXPECT_TRUE(executor.wait(id).ok());
  EXPECT_TRUE(executor.cancel(id).ok());
  executor.cancel_all();
  EXPECT_TRUE(executor.wait(id).ok());
}

TEST_F(LocalExecutorTest, AJobWithoutThreadsForItIsRefused) {
  LocalExecutor executor(services());
  {
    const tests::NoThreadsLeft shortage;
    const Status refused = executor.submit(job(2, 0)).status();
    EXPECT_EQ(refused.code(), ErrorCode::kIoError);
    EXPECT_EQ(refused.message().find("the thread 'ended jobs' cannot be started: "), 0U) << refused.message();
  }
  EXPECT_TRUE(executor.wait(executor.submit(job(2, 10)).value()).ok());
  {
    const tests::NoThreadsLeft shortage;
    const Status refused = executor.submit(job(2, 0)).status();
    EXPECT_EQ(refused.code(), ErrorCode::kOutOfMemory);
    EXPECT_EQ(refused.message().find("cannot start thread 1 of the 2 that job 'job' needs"), 0U) << refused.message();
  }
  EXPECT_EQ(memory_->used(), Bytes(0));
  EXPECT_TRUE(executor.wait(executor.submit(job(2, 10)).value()).ok());
}

TEST_F(LocalExecutorTest, AnUnknownJobIsNamed) {
  LocalExecutor executor(services());
  const JobId id(0x0123456789abcdef, 0x1);
  EXPECT_EQ(executor.wait(id).message(), "There is no job with the id 0123456789abcdef0000000000000001.");
  EXPECT_EQ(executor.cancel(id).code(), ErrorCode::kNotFound);
}

TEST_F(LocalExecutorTest, GoingItEndsWhatStillRuns) {
  const size_t threads = threads_of_process();
  {
    LocalExecutor executor(services());
    ASSERT_TRUE(executor.submit(job(4, 0)).ok());
    ASSERT_TRUE(executor.submit(job(1, 10)).ok());
  }
  EXPECT_EQ(memory_->used(), Bytes(0));
  EXPECT_EQ(threads_of_process(), threads);
}

}  // namespace
}  // namespace eddyline::taskexecutor
