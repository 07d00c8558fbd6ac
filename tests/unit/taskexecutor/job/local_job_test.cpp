#include "taskexecutor/job/local_job.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <set>

#include "taskexecutor/exchange/exchange_memory.hpp"
#include "taskexecutor/exchange/local_channel.hpp"
#include "taskexecutor/job/thread_driver.hpp"
#include "taskexecutor/job/virtual_driver.hpp"
#include "tests/unit/taskexecutor/test_jobs.hpp"

namespace eddyline::taskexecutor {
namespace {

using operators::Operator;

/// Jobs in one process on one clock.
class LocalJobTest : public testing::Test {
 protected:
  std::unique_ptr<LocalJob> create(TaskGraph graph, Clock& clock, BatchLimits limits = {}) {
    JobEnvironment environment;
    environment.clock = &clock;
    environment.memory = memory_.get();
    environment.batch_limits = limits;
    environment.channel_limits = {.slots = 32, .own_bytes = Bytes(64 << 10), .shared_bytes = Bytes(64 << 10)};
    auto job = LocalJob::create(std::move(graph), environment);
    EXPECT_TRUE(job.ok());
    return *std::move(job);
  }

  std::unique_ptr<MemoryPool> memory_ = MemoryPool::root("process");
  VirtualClock virtual_clock_{ProcessingTime(0)};
  SystemClock system_clock_;
};

using Lines = std::vector<std::string>;

TEST_F(LocalJobTest, RunsToTheEndOnAVirtualClock) {
  Record record;
  auto job =
      create(two_vertices(make_operator<CountingSource>("numbers", 3, 2), 1, record, 1, ExchangeKind::kForward), virtual_clock_);
  VirtualDriver driver(virtual_clock_, 1);
  driver.add(*job);
  driver.run();
  EXPECT_TRUE(job->ended());
  EXPECT_TRUE(job->result().ok());
  EXPECT_EQ(record.lines(), (Lines{"0:1", "0:2", "0:3", "0:Wmax", "0:end"}));
}

TEST_F(LocalJobTest, ARowASecondComesOutInItsMillisecondInWhateverOrderSubtasksStep) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Record record;
    VirtualClock clock{ProcessingTime(0)};
    auto job = create(two_vertices(make_operator<TickingSource>("ticks", 1000, 3), 1, record, 1, ExchangeKind::kForward), clock);
    VirtualDriver driver(clock, seed);
    driver.add(*job);
    driver.settle();
    EXPECT_EQ(record.lines(), (Lines{"0:0"}));
    driver.run_until(ProcessingTime(999));
    EXPECT_EQ(record.size(), 1u);
    driver.run_until(ProcessingTime(1000));
    EXPECT_EQ(record.lines(), (Lines{"0:0", "0:1000"}));
  }
}

TEST_F(LocalJobTest, SameSeedSameRun) {
  std::vector<Lines> runs;
  for (int run = 0; run < 2; ++run) {
    Record record;
    VirtualClock clock{ProcessingTime(0)};
    auto job = create(two_vertices(make_operator<CountingSource>("numbers", 500, 7), 3, record, 2, ExchangeKind::kHash), clock);
    VirtualDriver driver(clock, 42);
    driver.add(*job);
    driver.run();
    runs.push_back(record.lines());
  }
  EXPECT_EQ(runs[0], runs[1]);
}

/// Three sources of 1..rows each over a hash exchange: how often each value came, and that each came to one subtask
/// only.
void expect_every_row(const Lines& lines, size_t sources, size_t sinks, int64_t rows) {
  std::map<std::string, std::set<std::string>> subtasks_of;
  std::map<std::string, size_t> times;
  size_t ends = 0;
  for (const std::string& line : lines) {
    const std::string value = line.substr(line.find(':') + 1);
    if (value == "end") ++ends;
    if (value == "end" || value == "Wmax") continue;
    subtasks_of[value].insert(line.substr(0, line.find(':')));
    ++times[value];
  }
  EXPECT_EQ(ends, sinks);
  EXPECT_EQ(times.size(), static_cast<size_t>(rows));
  for (const auto& [value, count] : times) ASSERT_EQ(count, sources) << value;
  for (const auto& [value, subtasks] : subtasks_of) ASSERT_EQ(subtasks.size(), 1u) << value;
}

TEST_F(LocalJobTest, HashExchangeOverThreads) {
  for (const uint32_t sinks : {1u, 2u, 4u}) {
    Record record;
    auto job = create(two_vertices(make_operator<CountingSource>("numbers", 5000, 100), 3, record, sinks, ExchangeKind::kHash),
                      system_clock_);
    ThreadDriver driver(*job, system_clock_);
    ASSERT_TRUE(driver.start().ok());
    EXPECT_TRUE(job->wait().ok());
    expect_every_row(record.lines(), 3, sinks, 5000);
  }
}

TEST_F(LocalJobTest, OneRowBatches) {
  Record record;
  auto job = create(two_vertices(make_operator<CountingSource>("numbers", 300, 1), 2, record, 3, ExchangeKind::kHash),
                    virtual_clock_, {.rows = 1, .bytes = 128 << 10});
  VirtualDriver driver(virtual_clock_, 5);
  driver.add(*job);
  driver.run();
  expect_every_row(record.lines(), 2, 3, 300);
}

TEST_F(LocalJobTest, SeveralEdgesMayEndAtOneInput) {
  Record record;
  TaskGraph graph{
      .job_name = "union",
      .vertices = {vertex("a", 1, 0, {make_operator<CountingSource>("a", 3, 1)}),
                   vertex("b", 2, 0, {make_operator<CountingSource>("b", 3, 1)}), vertex("sink", 1, 1, {record_into(record)})},
      .edges = {edge(0, 2, 0, ExchangeKind::kForward), edge(1, 2, 0, ExchangeKind::kSingle)}};
  auto job = create(std::move(graph), virtual_clock_);
  VirtualDriver driver(virtual_clock_, 5);
  driver.add(*job);
  driver.run();
  expect_every_row(record.lines(), 3, 1, 3);
}

TEST_F(LocalJobTest, FailureNamesVertexAndSubtaskAndStopsTheJob) {
  Record record;
  TaskOperator failing{"Calc", [](SubtaskIndex) -> Result<std::unique_ptr<Operator>> {
                         auto op = std::make_unique<PassThrough>();
                         op->fail_at = 50;
                         return op;
                       }};
  TaskGraph graph{.job_name = "job",
                  .vertices = {vertex("Source: t[1]", 1, 0, {make_operator<CountingSource>("t", 0, 10)}),
                               vertex("Calc[2]", 1, 1, {failing, record_into(record)})},
                  .edges = {edge(0, 1, 0, ExchangeKind::kForward)}};
  auto job = create(std::move(graph), system_clock_);
  ThreadDriver driver(*job, system_clock_);
  ASSERT_TRUE(driver.start().ok());
  const Status status = job->wait();
  EXPECT_EQ(status.code(), ErrorCode::kDataError);
  EXPECT_EQ(status.message(), "Calc[2] (1/1): bad value 50");
}

TEST_F(LocalJobTest, CancelStopsAnEndlessJobAndOneThatSleeps) {
  Record record;
  auto endless =
      create(two_vertices(make_operator<CountingSource>("numbers", 0, 10), 1, record, 2, ExchangeKind::kHash), system_clock_);
  auto sleeping = create(two_vertices(make_operator<TickingSource>("ticks", 3'600'000, 9), 1, record, 1, ExchangeKind::kForward),
                         system_clock_);
  ThreadDriver first(*endless, system_clock_);
  ThreadDriver second(*sleeping, system_clock_);
  ASSERT_TRUE(first.start().ok());
  ASSERT_TRUE(second.start().ok());
  endless->cancel();
  sleeping->cancel();
  EXPECT_EQ(endless->wait().code(), ErrorCode::kCancelled);
  EXPECT_EQ(sleeping->wait().code(), ErrorCode::kCancelled);
}

TEST_F(LocalJobTest, SlowSinkHoldsTheSourceBack) {
  std::atomic<int64_t> given{0};
  class Metered final : public operators::SourceOperator {
   public:
    explicit Metered(std::atomic<int64_t>& given) : given_(given) {}
    Result<operators::SourceProgress> read(operators::Output& output) override {
      output.emit(numbers({++given_}));
      return operators::SourceProgress{};
    }

   private:
    std::atomic<int64_t>& given_;
  };
  Record record;
  TaskOperator source{
      "metered", [&](SubtaskIndex) -> Result<std::unique_ptr<Operator>> { return std::make_unique<Metered>(given); }};
  TaskOperator stalled{"Sink", [&](SubtaskIndex) -> Result<std::unique_ptr<Operator>> {
                         return std::make_unique<RecordingSink>(record, [] { return true; });
                       }};
  TaskGraph graph{.job_name = "job",
                  .vertices = {vertex("source", 1, 0, {source}), vertex("sink", 1, 1, {stalled})},
                  .edges = {edge(0, 1, 0, ExchangeKind::kForward)}};
  auto job = create(std::move(graph), virtual_clock_);
  VirtualDriver driver(virtual_clock_, 1);
  driver.add(*job);
  driver.run();
  EXPECT_FALSE(job->ended());
  // Two shares of credit, what one call may go past them, and the builder.
  EXPECT_LE(given.load() * 8, 2 * (64 << 10) + 3 * (16 << 10));
  EXPECT_EQ(record.size(), 0u);
}

TEST_F(LocalJobTest, ExchangesAreCountedWhileTheJobLives) {
  constexpr uint64_t kCredit = 64 << 10;
  constexpr uint64_t kBatch = BatchLimits{}.bytes;
  Record record;
  {
    // Two receivers: each grants its two channels their own credit and shares one more. Two senders of two channels
    // each.
    auto job =
        create(two_vertices(make_operator<CountingSource>("numbers", 3, 1), 2, record, 2, ExchangeKind::kHash), virtual_clock_);
    EXPECT_EQ(memory_->used(), Bytes(2 * (2 * (kCredit + ExchangeMemory::kChannelHead) + kCredit) + 2 * 2 * kBatch));
  }
  EXPECT_EQ(memory_->used(), Bytes(0));
}

TEST_F(LocalJobTest, ManyChannelsShareWhatFewWouldHave) {
  constexpr uint64_t kTotal = uint64_t{8} << 20;
  JobEnvironment environment;
  environment.clock = &virtual_clock_;
  environment.memory = memory_.get();
  environment.exchange_memory = Bytes(kTotal);
  Record record;
  for (const uint32_t parallelism : {2u, 16u, 64u}) {
    SCOPED_TRACE(parallelism);
    auto job = LocalJob::create(
        two_vertices(make_operator<CountingSource>("numbers", 300, 7), parallelism, record, parallelism, ExchangeKind::kHash),
        environment);
    ASSERT_TRUE(job.ok());
    EXPECT_LE(memory_->used().value(), kTotal + 2 * parallelism * parallelism * ExchangeMemory::kChannelBytesMin);
  }
  EXPECT_EQ(memory_->used(), Bytes(0));
}

TEST_F(LocalJobTest, TheSmallestChannelsCarryEveryRow) {
  Record record;
  JobEnvironment environment;
  environment.clock = &virtual_clock_;
  environment.memory = memory_.get();
  environment.exchange_memory = Bytes(1);
  auto job = LocalJob::create(
      two_vertices(make_operator<CountingSource>("numbers", 3000, 100), 9, record, 8, ExchangeKind::kHash), environment);
  ASSERT_TRUE(job.ok());
  VirtualDriver driver(virtual_clock_, 3);
  driver.add(**job);
  driver.run();
  expect_every_row(record.lines(), 9, 8, 3000);
}

TEST_F(LocalJobTest, ExchangesBeyondTheBudgetAreRefusedBeforeTheJobStarts) {
  memory_ = MemoryPool::root("process", Bytes(1 << 20), "taskmanager.memory.process.size");
  Record record;
  JobEnvironment environment;
  environment.clock = &virtual_clock_;
  environment.memory = memory_.get();
  auto job = LocalJob::create(two_vertices(make_operator<CountingSource>("numbers", 3, 1), 1, record, 1, ExchangeKind::kForward),
                              environment);
  ASSERT_FALSE(job.ok());
  EXPECT_EQ(job.status().code(), ErrorCode::kOutOfMemory);
  EXPECT_NE(job.status().message().find("'exchanges of slot 1/1 of job'"), std::string::npos) << job.status().message();
  EXPECT_EQ(memory_->used(), Bytes(0));
}

/// The most that this process has had resident.
size_t largest_size_kb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<size_t>(usage.ru_maxrss);
}

TEST_F(LocalJobTest, AMillionChannelsBeyondTheBudgetAreRefusedBeforeTheyAreMade) {
  memory_ = MemoryPool::root("process", Bytes(uint64_t{256} << 20), "taskmanager.memory.process.size");
  Record record;
  JobEnvironment environment;
  environment.clock = &virtual_clock_;
  environment.memory = memory_.get();
  const size_t before = largest_size_kb();
  auto job = LocalJob::create(
      two_vertices(make_operator<CountingSource>("numbers", 3, 1), 1000, record, 1000, ExchangeKind::kHash), environment);
  ASSERT_FALSE(job.ok());
  EXPECT_EQ(job.status().code(), ErrorCode::kOutOfMemory);
  EXPECT_LT(largest_size_kb() - before, 100'000U);
  EXPECT_EQ(memory_->used(), Bytes(0));
}

TEST_F(LocalJobTest, ChannelsThemselvesCount) {
  constexpr uint64_t kParallelism = 50;
  Record record;
  JobEnvironment environment;
  environment.clock = &virtual_clock_;
  environment.memory = memory_.get();
  environment.exchange_memory = Bytes(1);
  auto job = LocalJob::create(
      two_vertices(make_operator<CountingSource>("numbers", 3, 1), kParallelism, record, kParallelism, ExchangeKind::kHash),
      environment);
  ASSERT_TRUE(job.ok());
  // What waits on both sides, and the channel.
  constexpr uint64_t kEach = 2 * ExchangeMemory::kChannelBytesMin + ExchangeMemory::kChannelHead;
  const uint64_t shared = kParallelism * ExchangeMemory::kChannelBytesMin;
  EXPECT_EQ(memory_->used(), Bytes(kParallelism * kParallelism * kEach + shared));
  EXPECT_GE(ExchangeMemory::kChannelHead, sizeof(LocalChannel));
}

TEST_F(LocalJobTest, WhatAFactorySaysNamesTheOperator) {
  TaskOperator broken{"Source: t[1]",
                      [](SubtaskIndex) -> Result<std::unique_ptr<Operator>> { return io_error("no such file"); }};
  JobEnvironment environment;
  environment.clock = &virtual_clock_;
  environment.memory = memory_.get();
  auto job = LocalJob::create({.job_name = "job", .vertices = {vertex("v", 1, 0, {broken})}, .edges = {}}, environment);
  ASSERT_FALSE(job.ok());
  EXPECT_EQ(job.status().message(), "Source: t[1]: no such file");
}

}  // namespace
}  // namespace eddyline::taskexecutor
