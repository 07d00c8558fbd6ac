#include "taskexecutor/task/subtask.hpp"

#include <gtest/gtest.h>

#include "common/concurrency/wakeup.hpp"
#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {
namespace {

using State = StepResult::State;

/// A subtask of pass-through and recording sink behind one channel.
struct SinkTask {
  explicit SinkTask(std::function<bool()> stalled = {}) {
    Subtask::Parts parts;
    parts.vertex_name = "Sink: out[1]";
    parts.wakeup = std::make_shared<Wakeup>();
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
  task.subtask->mailbox().cancel();
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

TEST(Subtask, NamesItselfAsFlinkDoes) {
  SinkTask task;
  EXPECT_EQ(task.subtask->name(), "Sink: out[1] (1/1)");
}

}  // namespace
}  // namespace eddyline::taskexecutor
