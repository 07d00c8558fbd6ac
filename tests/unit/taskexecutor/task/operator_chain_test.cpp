#include "taskexecutor/task/operator_chain.hpp"

#include <gtest/gtest.h>

#include "common/columnar/batch_bytes.hpp"
#include "taskexecutor/exchange/local_channel.hpp"
#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {
namespace {

using Texts = std::vector<std::string>;

/// A chain whose output goes to one channel.
struct ChainRun {
  template <class... Operators>
  explicit ChainRun(size_t inputs, std::unique_ptr<Operators>... operators) {
    ResultPartition::Parts parts{.exchange = {},
                                 .types = {PhysicalType::kInt64},
                                 .limits = {},
                                 .producer = SubtaskIndex(0),
                                 .channels = {&channel}};
    std::vector<std::unique_ptr<ResultPartition>> partitions;
    partitions.push_back(std::make_unique<ResultPartition>(std::move(parts)));
    output.emplace(SubtaskOutput::Parts{.partitions = std::move(partitions), .senders = {}, .hold_back_max = std::chrono::milliseconds(0)});
    std::vector<ChainedOperator> owned;
    (owned.push_back({operators::OperatorContext({}), std::move(operators)}), ...);
    chain.emplace(std::move(owned), inputs, *output, snapshots);
    EXPECT_TRUE(chain->open(nullptr).ok());
  }
  /// Runs until idle or out of credit; what came out.
  Texts run() {
    while (!chain->idle() && ready()) EXPECT_TRUE(chain->advance(ProcessingTime(0)).ok());
    return received();
  }
  bool ready() {
    Writing writing = output->make_ready(ProcessingTime(0));
    while (writing == Writing::kMore) writing = output->make_ready(ProcessingTime(0));
    return writing == Writing::kDone;
  }
  Texts received() {
    Texts texts;
    while (channel.readable()) texts.push_back(text_of(channel.pop()));
    return texts;
  }

  Wakeup wakeup;
  CreditPool pool{Bytes(0)};
  LocalChannel channel{{.slots = 64, .own_bytes = Bytes(4096), .shared_bytes = Bytes(0)}, pool, wakeup, wakeup};
  std::optional<SubtaskOutput> output;
  SubtaskSnapshots snapshots{{}};
  std::optional<OperatorChain> chain;
};

TEST(OperatorChain, PassesElementsInOrder) {
  ChainRun run(1, std::make_unique<PassThrough>(), std::make_unique<PassThrough>());
  run.chain->offer(0, numbers({1, 2}));
  EXPECT_EQ(run.run(), Texts{"1 2"});
  run.chain->offer(0, Watermark{EventTime(3)});
  EXPECT_EQ(run.run(), Texts{"W3"});
  run.chain->offer(0, WatermarkStatus::kIdle);
  EXPECT_EQ(run.run(), Texts{"idle"});
}

TEST(OperatorChain, FanOutLeavesTheChainBatchByBatch) {
  ChainRun run(1, std::make_unique<FanOut>(3, 2), std::make_unique<FanOut>(2, 2));
  run.chain->offer(0, numbers({7}));
  run.run();
  EXPECT_TRUE(run.chain->idle());
  run.chain->offer(0, Watermark{EventTime(1)});
  EXPECT_EQ(run.run(), Texts{"W1"});
}

TEST(OperatorChain, AMillionRowsForOneRunInBoundedMemory) {
  constexpr size_t kRows = 1'000'000;
  ChainRun run(1, std::make_unique<FanOut>(kRows, 512), std::make_unique<PassThrough>());
  run.chain->offer(0, numbers({7}));
  size_t rows = 0;
  int64_t waiting_bytes_max = 0;
  while (!run.chain->idle()) {
    while (!run.chain->idle() && run.ready()) ASSERT_TRUE(run.chain->advance(ProcessingTime(0)).ok());
    int64_t waiting_bytes = 0;
    while (run.channel.readable()) {
      const StreamElement element = run.channel.pop();
      waiting_bytes += batch_bytes(std::get<Batch>(element));
      rows += std::get<Batch>(element).rows();
    }
    waiting_bytes_max = std::max(waiting_bytes_max, waiting_bytes);
  }
  EXPECT_EQ(rows, kRows);
  EXPECT_LE(waiting_bytes_max, 2 * 4096 + 4096);
}

TEST(OperatorChain, ABarrierWaitsForTheElementBefore) {
  ChainRun run(1, std::make_unique<FanOut>(4, 1));
  run.chain->offer(0, numbers({1}));
  EXPECT_FALSE(run.chain->idle());
  run.run();
  run.chain->offer(0, CheckpointBarrier{CheckpointId(1)});
  EXPECT_EQ(run.run(), Texts{"B1"});
}

TEST(OperatorChain, EndsWhenAllInputsOfTheHeadHave) {
  ChainRun run(2, std::make_unique<PassThrough>(), std::make_unique<PassThrough>());
  run.chain->offer(1, EndOfInput());
  EXPECT_EQ(run.run(), Texts());
  EXPECT_FALSE(run.chain->ended());
  run.chain->offer(0, EndOfInput());
  EXPECT_EQ(run.run(), Texts{"end"});
  EXPECT_TRUE(run.chain->ended());
}

TEST(OperatorChain, SourceEndsWithTheFinalWatermark) {
  ChainRun run(0, std::make_unique<ListSource>(std::vector<Batch>{numbers({1})}), std::make_unique<PassThrough>());
  Texts texts;
  while (!run.chain->ended()) {
    if (run.chain->idle()) {
      ASSERT_TRUE(run.chain->read_source().ok());
    }
    for (std::string& text : run.run()) texts.push_back(std::move(text));
  }
  EXPECT_EQ(texts, (Texts{"1", "Wmax", "end"}));
}

TEST(OperatorChain, TimersFireAtTheOperatorThatAskedForThem) {
  auto timed = std::make_unique<PassThrough>();
  timed->timer = ProcessingTime(50);
  ChainRun run(1, std::make_unique<FanOut>(2, 8), std::move(timed));
  EXPECT_EQ(run.chain->next_timer(), ProcessingTime(50));
  run.chain->fire_timer(ProcessingTime(60));
  EXPECT_EQ(run.run(), Texts{"-1"});
  EXPECT_EQ(run.chain->next_timer(), std::nullopt);
}

}  // namespace
}  // namespace eddyline::taskexecutor
