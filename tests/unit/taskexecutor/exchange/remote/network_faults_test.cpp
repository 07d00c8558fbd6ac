// Jobs split over executors that are joined by a network in memory, on which one thing goes wrong at a place drawn from the
// seed. Either the job fails and says where, or its result is right; it never stands still.

#include <gtest/gtest.h>

#include "taskexecutor/job/virtual_driver.hpp"
#include "tests/memory_network/memory_networks.hpp"
#include "tests/split_job/split_job.hpp"
#include "tests/unit/taskexecutor/test_jobs.hpp"

namespace eddyline::taskexecutor {
namespace {

constexpr uint64_t kSeedsPerFault = 60;

/// Gives numbers that no other subtask gives, and a watermark behind each batch.
class NumberedSource final : public operators::SourceOperator {
 public:
  static constexpr int64_t kOfSubtask = 1'000'000;
  NumberedSource(int64_t rows, size_t rows_per_batch) : rows_(rows), rows_per_batch_(rows_per_batch) {}

  Status open(operators::OperatorContext& context) override {
    first_ = context.subtask().value() * kOfSubtask;
    return {};
  }
  Result<operators::SourceProgress> read(operators::Output& output) override {
    using Next = operators::SourceProgress::Next;
    if (given_ == rows_) return operators::SourceProgress{Next::kEnd, {}};
    std::vector<int64_t> values;
    while (values.size() < rows_per_batch_ && given_ < rows_) values.push_back(first_ + given_++);
    output.emit(numbers(values));
    output.emit_watermark(EventTime(given_));
    return operators::SourceProgress{Next::kMore, {}};
  }

 private:
  int64_t rows_;
  size_t rows_per_batch_;
  int64_t first_ = 0;
  int64_t given_ = 0;
};

/// A job of three vertices, its sizes and the sizes of its batches and channels from a seed.
class FaultyRun {
 public:
  explicit FaultyRun(uint64_t seed)
      : random_(seed),
        networks_(random_.next()),
        executors_(2 + random_.below(2), [this] { return networks_.add(); }),
        driver_(clock_, random_.next()) {
    sources_ = 1 + static_cast<uint32_t>(random_.below(3));
    middles_ = 2 + static_cast<uint32_t>(random_.below(3));
    const ExchangeKind kinds[] = {ExchangeKind::kForward, ExchangeKind::kHash, ExchangeKind::kSingle,
                                  ExchangeKind::kBroadcast, ExchangeKind::kRebalance};
    last_ = kinds[random_.below(5)];
    sinks_ = last_ == ExchangeKind::kForward ? middles_ : 1 + static_cast<uint32_t>(random_.below(4));
    rows_ = static_cast<int64_t>(random_.below(600));
    rows_per_batch_ = 1 + random_.below(60);
    environment_.clock = &clock_;
    environment_.memory = memory_.get();
    environment_.batch_limits = {.rows = 1 + random_.below(200), .bytes = 200 + random_.below(4000)};
    environment_.channel_limits = {.slots = random_.below(64),
                                   .own_bytes = Bytes(random_.below(5000)),
                                   .remote_bytes = Bytes(random_.below(20'000)),
                                   .shared_bytes = Bytes(random_.below(5000))};
  }

  /// Until nothing goes on by itself any more; what a job manager does when a part fails is done here.
  void run(uint64_t attempt) {
    job_ = std::make_unique<SplitJob>(executors_, attempt, 4, environment_, [this] { return graph(); });
    driver_.add_background([this] { return networks_.deliver(); });
    for (const auto& part : job_->parts()) driver_.add(*part);
    driver_.run();
    if (!job_->ended() && job_->result().ok()) {
      // Nothing came after what was lost: as networks do after too long a silence.
      networks_.cut_all();
      driver_.run();
    }
    if (!job_->ended() && !job_->result().ok()) {
      job_->cancel();
      driver_.run();
    }
  }

  /// Every number came where it should, as often as it should.
  void expect_complete() const {
    const size_t copies = last_ == ExchangeKind::kBroadcast ? sinks_ : 1;
    std::map<std::string, size_t> times;
    for (const std::string& line : record_.lines()) ++times[line.substr(line.find(':') + 1)];
    const uint32_t reading = last_ == ExchangeKind::kSingle ? 1 : sinks_;
    EXPECT_EQ(times["end"], reading);
    EXPECT_EQ(times["Wmax"], reading);
    std::erase_if(times, [](const auto& each) { return each.first == "end" || each.first[0] == 'W'; });
    EXPECT_EQ(times.size(), static_cast<size_t>(rows_) * sources_);
    for (const auto& [value, count] : times) ASSERT_EQ(count, copies) << value;
  }

  MemoryNetworks& networks() { return networks_; }
  const SplitJob& job() const { return *job_; }
  TestExecutors& executors() { return executors_; }

 private:
  TaskGraph graph() {
    const TaskOperator source = make_operator<NumberedSource>("numbers", rows_, rows_per_batch_);
    const uint32_t sinks = last_ == ExchangeKind::kSingle ? 1 : sinks_;
    return {.job_name = "job",
            .vertices = {vertex("source", sources_, 0, {source}),
                         vertex("middle", middles_, 1, {make_operator<PassThrough>("pass")}),
                         vertex("sink", sinks, 1, {record_into(record_)})},
            .edges = {edge(0, 1, 0, ExchangeKind::kHash), edge(1, 2, 0, last_)}};
  }

  Random random_;
  VirtualClock clock_{ProcessingTime(0)};
  std::unique_ptr<MemoryPool> memory_ = MemoryPool::root("process");
  JobEnvironment environment_;
  Record record_;
  MemoryNetworks networks_;
  TestExecutors executors_;
  uint32_t sources_ = 0;
  uint32_t middles_ = 0;
  uint32_t sinks_ = 0;
  ExchangeKind last_ = ExchangeKind::kHash;
  int64_t rows_ = 0;
  size_t rows_per_batch_ = 0;
  std::unique_ptr<SplitJob> job_;
  VirtualDriver driver_;
};

/// How many messages the run of a seed sends when nothing goes wrong; its result must be right.
uint64_t messages_of(uint64_t seed) {
  FaultyRun run(seed);
  run.run(seed);
  EXPECT_TRUE(run.job().ended());
  EXPECT_TRUE(run.job().result().ok()) << run.job().result().to_string();
  run.expect_complete();
  return run.networks().messages();
}

class NetworkFaultsTest : public testing::TestWithParam<NetworkFault::Kind> {};

TEST_P(NetworkFaultsTest, EitherTheJobFailsAndSaysWhereOrItsResultIsRight) {
  size_t failed = 0;
  for (uint64_t seed = 1; seed <= kSeedsPerFault; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const uint64_t messages = messages_of(seed);
    if (messages == 0) continue;
    FaultyRun run(seed);
    run.networks().set_fault({.kind = GetParam(), .at_message = 1 + Random(seed).below(messages)});
    run.run(seed);
    ASSERT_TRUE(run.networks().fault_happened());
    ASSERT_TRUE(run.job().ended());
    const Status result = run.job().result();
    if (result.ok()) {
      run.expect_complete();
      continue;
    }
    ++failed;
    EXPECT_TRUE(result.code() == ErrorCode::kIoError || result.code() == ErrorCode::kUnavailable) << result.to_string();
    EXPECT_NE(result.message().find("channel "), std::string::npos) << result.to_string();
  }
  // Some faults do no harm: what was cut had been read, what was lost was made up for.
  EXPECT_GT(failed, kSeedsPerFault / 4);
}

std::string fault_name(const testing::TestParamInfo<NetworkFault::Kind>& fault) {
  constexpr const char* kNames[] = {"None", "Lose", "Double", "Reorder", "Alter", "Truncate", "Cut"};
  return kNames[static_cast<size_t>(fault.param)];
}

INSTANTIATE_TEST_SUITE_P(Faults, NetworkFaultsTest,
                         testing::Values(NetworkFault::Kind::kLose, NetworkFault::Kind::kDouble,
                                         NetworkFault::Kind::kReorder, NetworkFault::Kind::kAlter,
                                         NetworkFault::Kind::kTruncate, NetworkFault::Kind::kCut),
                         fault_name);

}  // namespace
}  // namespace eddyline::taskexecutor
