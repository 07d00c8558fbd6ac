#include "taskexecutor/task/subtask.hpp"

#include <gtest/gtest.h>

#include "common/columnar/batch_bytes.hpp"
#include "common/concurrency/wakeup.hpp"
#include "taskexecutor/exchange/local_channel.hpp"
#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {
namespace {

using State = StepResult::State;

/// A subtask of pass-through and recording sink behind one channel.
struct SinkTask {
  explicit SinkTask(std::function<bool()> stalled = {}) {
    Subtask::Parts parts;
    parts.vertex_name = "Sink: out[1]";
    parts.mailbox = std::make_unique<Mailbox>(std::make_shared<Wakeup>(), Mailbox::Barriers::kFromInputs);
    parts.operators.push_back(
        {operators::OperatorContext({}), std::make_unique<RecordingSink>(record, std::move(stalled))});
    parts.inputs = {{&channel}};
    subtask.emplace(std::move(parts));
  }
  Record record;
  Wakeup wakeup;
  CreditPool pool{Bytes(0)};
  LocalChannel channel{{.slots = 32, .own_bytes = Bytes(512), .shared_bytes = Bytes(0)}, pool, wakeup, wakeup};
  std::optional<Subtask> subtask;
};

TEST(Subtask, BlocksOnEmptyInputAndFinishesAtItsEnd) {
  SinkTask task;
  EXPECT_EQ(task.subtask->step(ProcessingTime(0)).state, State::kBlocked);
  task.channel.push(numbers({1}));
  task.channel.push(EndOfInput());
  EXPECT_EQ(task.subtask->step(ProcessingTime(0)).state, State::kFinished);
  EXPECT_EQ(task.record.lines(), (std::vector<std::string>{"0:1", "0:end"}));
}

TEST(Subtask, CancelReachesABlockedOperator) {
  SinkTask task([] { return true; });
  task.channel.push(numbers({1}));
  EXPECT_EQ(task.subtask->step(ProcessingTime(0)).state, State::kBlocked);
  task.subtask->mailbox().cancel(cancelled("enough"));
  const StepResult result = task.subtask->step(ProcessingTime(0));
  EXPECT_EQ(result.state, State::kFailed);
  EXPECT_EQ(result.status.code(), ErrorCode::kCancelled);
}

TEST(Subtask, BlockedOperatorGoesOnWithTheSameElement) {
  bool stalled = true;
  SinkTask task([&] { return stalled; });
  task.channel.push(numbers({1}));
  task.channel.push(numbers({2}));
  EXPECT_EQ(task.subtask->step(ProcessingTime(0)).state, State::kBlocked);
  stalled = false;
  EXPECT_EQ(task.subtask->step(ProcessingTime(0)).state, State::kBlocked);
  EXPECT_EQ(task.record.lines(), (std::vector<std::string>{"0:1", "0:2"}));
}

/// Gives one batch whose rows refer to one long text, over and over.
class TextSource final : public operators::SourceOperator {
 public:
  Result<operators::SourceProgress> read(operators::Output& output) override {
    output.emit(referring_to_one_text(2048, 60'000));
    return operators::SourceProgress{};
  }
};

/// A source whose batches come to 120 MB each when they are copied, dealt out over two channels.
struct TextTask {
  TextTask() {
    ResultPartition::Parts partition{.exchange = {.kind = ExchangeKind::kRebalance, .keys = {}},
                                     .types = {PhysicalType::kString},
                                     .limits = {},
                                     .producer = SubtaskIndex(0),
                                     .channels = {&channels[0], &channels[1]}};
    Subtask::Parts parts;
    parts.vertex_name = "Source: t[1]";
    parts.mailbox = std::make_unique<Mailbox>(std::make_shared<Wakeup>(), Mailbox::Barriers::kStartHere);
    parts.operators.push_back({operators::OperatorContext({}), std::make_unique<TextSource>()});
    parts.output.partitions.push_back(std::make_unique<ResultPartition>(std::move(partition)));
    subtask.emplace(std::move(parts));
  }
  StepResult step_until_blocked(ProcessingTime now) {
    StepResult result = subtask->step(now);
    while (result.state == State::kProgress) result = subtask->step(now);
    return result;
  }
  int64_t take_all(LocalChannel& channel) {
    int64_t bytes = 0;
    while (channel.readable()) bytes += batch_bytes(std::get<Batch>(channel.pop()));
    return bytes;
  }
  static constexpr int64_t kCredit = 256 << 10;
  static constexpr int64_t kBatch = BatchLimits{}.bytes;
  Wakeup wakeup;
  CreditPool pool{Bytes(0)};
  ChannelLimits limits{.slots = 64, .own_bytes = Bytes(kCredit), .shared_bytes = Bytes(0)};
  LocalChannel channels[2] = {{limits, pool, wakeup, wakeup}, {limits, pool, wakeup, wakeup}};
  std::optional<Subtask> subtask;
};

TEST(Subtask, AHugeBatchIsWrittenPieceByPieceAsCreditComes) {
  TextTask task;
  for (int64_t round = 0; round < 50; ++round) {
    // Late enough for rows held back to be due every time.
    EXPECT_EQ(task.step_until_blocked(ProcessingTime(round * 1000)).state, State::kBlocked);
    const int64_t waiting = task.take_all(task.channels[0]);
    EXPECT_GT(waiting, 0);
    EXPECT_LE(waiting, TextTask::kCredit + 2 * TextTask::kBatch);
  }
  // Nobody took from the other: it has its credit and a batch.
  EXPECT_LE(task.take_all(task.channels[1]), TextTask::kCredit + 2 * TextTask::kBatch);
}

TEST(Subtask, IsCancelledInTheMiddleOfABatch) {
  TextTask task;
  EXPECT_EQ(task.step_until_blocked(ProcessingTime(0)).state, State::kBlocked);
  task.subtask->mailbox().cancel(cancelled("enough"));
  EXPECT_EQ(task.subtask->step(ProcessingTime(0)).status.code(), ErrorCode::kCancelled);
}

TEST(Subtask, OnlyARunningSourceTakesCheckpointTriggers) {
  SinkTask sink;
  EXPECT_FALSE(sink.subtask->mailbox().trigger({.checkpoint = CheckpointId(1)}));
  EXPECT_EQ(sink.subtask->step(ProcessingTime(0)).state, State::kBlocked);

  TextTask source;
  EXPECT_TRUE(source.subtask->mailbox().trigger({.checkpoint = CheckpointId(1)}));
  source.subtask->mailbox().cancel(cancelled("enough"));
  EXPECT_EQ(source.subtask->step(ProcessingTime(0)).state, State::kFailed);
  EXPECT_FALSE(source.subtask->mailbox().trigger({.checkpoint = CheckpointId(2)}));
}

TEST(Subtask, NamesItselfAsFlinkDoes) {
  SinkTask task;
  EXPECT_EQ(task.subtask->name(), "Sink: out[1] (1/1)");
}

}  // namespace
}  // namespace eddyline::taskexecutor
