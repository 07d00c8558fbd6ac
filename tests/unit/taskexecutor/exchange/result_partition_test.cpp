#include "taskexecutor/exchange/result_partition.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "common/columnar/batch_bytes.hpp"
#include "common/columnar/hash.hpp"
#include "taskexecutor/exchange/local_channel.hpp"
#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {
namespace {

/// A partition with its channels, read back as text.
struct Sender {
  Sender(ExchangeSpec exchange, size_t targets, BatchLimits limits = {}, ChannelLimits channel_limits = {},
         std::vector<PhysicalType> types = {PhysicalType::kInt64}, Bytes gathered_bytes = Bytes(SIZE_MAX)) {
    for (size_t target = 0; target < targets; ++target) {
      channels.push_back(std::make_unique<LocalChannel>(channel_limits, pool, wakeup, wakeup));
    }
    ResultPartition::Parts parts{.exchange = std::move(exchange),
                                 .types = std::move(types),
                                 .limits = limits,
                                 .gathered_bytes = gathered_bytes,
                                 .producer = SubtaskIndex(0),
                                 .channels = {}};
    for (const auto& channel : channels) parts.channels.push_back(channel.get());
    partition = std::make_unique<ResultPartition>(std::move(parts));
  }
  std::vector<std::string> received(size_t target) {
    std::vector<std::string> texts;
    while (channels[target]->readable()) texts.push_back(text_of(channels[target]->pop()));
    return texts;
  }

  Batch take(size_t target) { return std::get<Batch>(channels[target]->pop()); }

  Wakeup wakeup;
  CreditPool pool{Bytes(1 << 20)};
  std::vector<std::unique_ptr<LocalChannel>> channels;
  std::unique_ptr<ResultPartition> partition;
};

using Texts = std::vector<std::string>;

TEST(ResultPartition, HoldsSmallBatchesBackUntilFlushed) {
  Sender sender({.kind = ExchangeKind::kForward, .keys = {}}, 1);
  sender.partition->write(numbers({1, 2}));
  sender.partition->write(numbers({3}));
  EXPECT_TRUE(sender.partition->holds_rows());
  EXPECT_EQ(sender.received(0), Texts());
  sender.partition->flush();
  EXPECT_EQ(sender.received(0), Texts{"1 2 3"});
  EXPECT_FALSE(sender.partition->holds_rows());
}

TEST(ResultPartition, FlushesBeforeWatermarks) {
  Sender sender({.kind = ExchangeKind::kForward, .keys = {}}, 1);
  sender.partition->write(numbers({1}));
  sender.partition->write_to_all(Watermark{EventTime(7)});
  EXPECT_EQ(sender.received(0), (Texts{"1", "W7"}));
}

TEST(ResultPartition, HandsLargeBatchesOverWithoutCopyInOrder) {
  Sender sender({.kind = ExchangeKind::kForward, .keys = {}}, 1, {.rows = 8, .bytes = 1 << 20});
  const Batch large = numbers({2, 3, 4, 5, 6, 7, 8, 9});
  sender.partition->write(numbers({1}).with_selection({}));
  sender.partition->write(large);
  sender.channels[0]->pop();
  const StreamElement second = sender.channels[0]->pop();
  EXPECT_EQ(std::get<Batch>(second).column(0), large.column(0));
}

TEST(ResultPartition, CopiesTheFewRowsOfASparseSelection) {
  Sender sender({.kind = ExchangeKind::kForward, .keys = {}}, 1, {.rows = 8, .bytes = 1 << 20});
  const Batch batch = numbers({1, 2, 3, 4, 5, 6, 7, 8});
  sender.partition->write(batch.slice(6, 1));
  EXPECT_TRUE(sender.partition->holds_rows());
  sender.partition->flush();
  EXPECT_EQ(sender.received(0), Texts{"7"});
}

TEST(ResultPartition, HashSendsEveryRowToTheOwnerOfItsKeyGroup) {
  constexpr size_t kTargets = 3;
  Sender sender({.kind = ExchangeKind::kHash, .keys = {0}, .max_parallelism = MaxParallelism(128)}, kTargets);
  std::vector<int64_t> rows;
  for (int64_t value = 0; value < 500; ++value) rows.push_back(value % 100);
  sender.partition->write(numbers(rows));
  sender.partition->flush();
  size_t received = 0;
  for (size_t target = 0; target < kTargets; ++target) {
    ASSERT_TRUE(sender.channels[target]->readable());
    const StreamElement element = sender.channels[target]->pop();
    for (const int64_t value : values_of(std::get<Batch>(element))) {
      const KeyGroup group = key_group_of(hash_integer(value), MaxParallelism(128));
      EXPECT_EQ(subtask_of(group, MaxParallelism(128), Parallelism(kTargets)).value(), target);
      ++received;
    }
  }
  EXPECT_EQ(received, rows.size());
}

TEST(ResultPartition, HashKeepsUpdatesOfAKeyTogether) {
  Sender sender({.kind = ExchangeKind::kHash, .keys = {0}}, 4);
  const std::vector<RowKind> pair{RowKind::kUpdateBefore, RowKind::kUpdateAfter};
  sender.partition->write(numbers({42, 42}, pair));
  sender.partition->flush();
  const uint32_t owner =
      subtask_of(key_group_of(hash_integer(42), MaxParallelism(128)), MaxParallelism(128), Parallelism(4)).value();
  const StreamElement element = sender.channels[owner]->pop();
  const Batch& batch = std::get<Batch>(element);
  EXPECT_EQ(batch.kind(0), RowKind::kUpdateBefore);
  EXPECT_EQ(batch.kind(1), RowKind::kUpdateAfter);
}

TEST(ResultPartition, RebalanceDealsRowsInTurn) {
  Sender sender({.kind = ExchangeKind::kRebalance, .keys = {}}, 3);
  sender.partition->write(numbers({1, 2, 3, 4}));
  sender.partition->write(numbers({5}));
  sender.partition->flush();
  EXPECT_EQ(sender.received(0), Texts{"1 4"});
  EXPECT_EQ(sender.received(1), Texts{"2 5"});
  EXPECT_EQ(sender.received(2), Texts{"3"});
}

TEST(ResultPartitionDeathTest, RebalanceRefusesUpdates) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Sender sender({.kind = ExchangeKind::kRebalance, .keys = {}}, 2);
  const Batch update = numbers({1}, {RowKind::kUpdateAfter});
  EXPECT_DEATH(sender.partition->write(update), "updating stream cannot be rebalanced");
}

TEST(ResultPartition, BroadcastSendsToAll) {
  Sender sender({.kind = ExchangeKind::kBroadcast, .keys = {}}, 2);
  sender.partition->write(numbers({1}));
  sender.partition->write_to_all(EndOfInput());
  EXPECT_EQ(sender.received(0), (Texts{"1", "end"}));
  EXPECT_EQ(sender.received(1), (Texts{"1", "end"}));
}

TEST(ResultPartition, CutsAtTheRowLimit) {
  Sender sender({.kind = ExchangeKind::kRebalance, .keys = {}}, 2, {.rows = 2, .bytes = 1 << 20});
  sender.partition->write(numbers({1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(sender.received(0), Texts{"1 3"});
  sender.partition->flush();
  EXPECT_EQ(sender.received(0), Texts{"5"});
  EXPECT_EQ(sender.received(1), (Texts{"2 4", "6"}));
}

/// A forward edge of long texts to a channel with credit for `credit` bytes.
struct TextSender : Sender {
  static constexpr size_t kBatchBytes = 16 << 10;
  static constexpr size_t kTextBytes = 3000;
  static constexpr size_t kRowsThatFit = 5;

  TextSender(ExchangeKind kind, size_t credit, size_t targets = 1)
      : Sender({.kind = kind, .keys = {0}}, targets, {.rows = 2048, .bytes = kBatchBytes},
               {.slots = 64, .own_bytes = Bytes(credit), .shared_bytes = Bytes(0)}, {PhysicalType::kString}) {
    pool.take(1 << 20);
  }
};

TEST(ResultPartition, CutsAtTheByteLimitWhateverADictionaryRefersTo) {
  TextSender sender(ExchangeKind::kRebalance, 1 << 20, 2);
  Writing writing = sender.partition->write(referring_to_one_text(40, TextSender::kTextBytes));
  while (writing == Writing::kMore) writing = sender.partition->resume();
  ASSERT_EQ(writing, Writing::kDone);
  for (size_t target = 0; target < 2; ++target) {
    for (int run = 0; run < 3; ++run) {
      ASSERT_TRUE(sender.channels[target]->readable());
      const Batch batch = sender.take(target);
      EXPECT_EQ(batch.rows(), TextSender::kRowsThatFit);
      EXPECT_EQ(DecodedColumn(*batch.column(0)).string(4), std::string(TextSender::kTextBytes, 'x'));
    }
  }
}

/// A channel whose batches are copied as rows need them, as frames do.
class CopyingChannel final : public OutputChannel {
 public:
  bool writable() override { return true; }
  void push(StreamElement element) override { rows.push_back(std::get<Batch>(element).rows()); }
  bool keeps_buffers() const override { return false; }
  std::vector<size_t> rows;
};

TEST(ResultPartition, ATextThatManyRowsShareIsNotCopiedForAllOfThemAtOnce) {
  CopyingChannel channel;
  ResultPartition partition({.exchange = {.kind = ExchangeKind::kForward, .keys = {}},
                             .types = {PhysicalType::kString},
                             .limits = {.rows = 2048, .bytes = TextSender::kBatchBytes},
                             .producer = SubtaskIndex(0),
                             .channels = {&channel}});
  Writing writing = partition.write(referring_to_one_text(2048, TextSender::kTextBytes));
  while (writing == Writing::kMore) writing = partition.resume();
  ASSERT_EQ(writing, Writing::kDone);
  partition.flush();
  EXPECT_EQ(std::accumulate(channel.rows.begin(), channel.rows.end(), size_t{0}), 2048U);
  for (const size_t rows : channel.rows) ASSERT_LE(rows, TextSender::kRowsThatFit);
}

TEST(ResultPartition, ARowBeyondTheByteLimitGoesAlone) {
  TextSender sender(ExchangeKind::kForward, 1 << 20);
  sender.partition->write(referring_to_one_text(1, 10));
  Writing writing = sender.partition->write(referring_to_one_text(3, 2 * TextSender::kBatchBytes));
  while (writing == Writing::kMore) writing = sender.partition->resume();
  ASSERT_EQ(writing, Writing::kDone);
  for (int run = 0; run < 4; ++run) {
    ASSERT_TRUE(sender.channels[0]->readable());
    EXPECT_EQ(sender.take(0).rows(), 1U);
  }
  EXPECT_FALSE(sender.channels[0]->readable());
}

TEST(ResultPartition, ABatchThatKeepsTooMuchAliveIsNotHandedOverAsAWhole) {
  TextSender sender(ExchangeKind::kForward, 1 << 20);
  MutableColumn texts(PhysicalType::kString, 512);
  for (size_t row = 0; row < 512; ++row) texts.set_string(row, std::string(100, 'x'));
  sender.partition->write(Batch({texts.seal(512)}, 512));
  ASSERT_TRUE(sender.channels[0]->readable());
  EXPECT_LT(sender.take(0).rows(), 512U);
}

TEST(ResultPartition, WaitsForCreditWithinABatchAndGoesOnWhereItWas) {
  constexpr int64_t kCredit = 4 * TextSender::kBatchBytes;
  constexpr size_t kRows = 2000;
  TextSender sender(ExchangeKind::kForward, kCredit);
  Writing writing = sender.partition->write(referring_to_one_text(kRows, TextSender::kTextBytes));
  size_t received = 0;
  while (true) {
    while (writing == Writing::kMore) writing = sender.partition->resume();
    // Rows held back that are due do not go further past the credit either.
    sender.partition->flush();
    int64_t waiting = 0;
    while (sender.channels[0]->readable()) {
      const Batch batch = sender.take(0);
      waiting += batch_bytes(batch);
      received += batch.rows();
    }
    // What buffers round up to is not counted when a batch is cut.
    ASSERT_LE(waiting, kCredit + 2 * static_cast<int64_t>(TextSender::kBatchBytes));
    if (writing == Writing::kDone) break;
    writing = sender.partition->resume();
  }
  EXPECT_EQ(received, kRows);
}

TEST(ResultPartition, AChannelWithoutCreditHoldsUpNoOther) {
  TextSender sender(ExchangeKind::kBroadcast, 2 * TextSender::kBatchBytes, 2);
  Writing writing = sender.partition->write(referring_to_one_text(100, TextSender::kTextBytes));
  size_t received = 0;
  for (int round = 0; round < 100; ++round) {
    while (sender.channels[1]->readable()) received += sender.take(1).rows();
    writing = sender.partition->resume();
    sender.partition->flush();
  }
  EXPECT_EQ(received, 100U);
  EXPECT_EQ(writing, Writing::kBlocked);
}

TEST(ResultPartition, IsWritableOnceEveryChannelThatWasGivenSomethingHasCredit) {
  const Batch batch = numbers({1});
  const ChannelLimits limits{.slots = 64, .own_bytes = Bytes(batch_bytes(batch))};
  Sender sender({.kind = ExchangeKind::kBroadcast, .keys = {}}, 3, {}, limits);
  sender.pool.take(1 << 20);
  EXPECT_TRUE(sender.partition->writable());
  sender.partition->write(batch);
  EXPECT_TRUE(sender.partition->writable());
  sender.partition->flush();
  for (const size_t target : {0, 2, 1}) {
    sender.wakeup.clear();
    EXPECT_FALSE(sender.partition->writable());
    sender.take(target);
  }
  EXPECT_TRUE(sender.wakeup.notified());
  EXPECT_TRUE(sender.partition->writable());
}

TEST(ResultPartition, SharedCreditThatOthersUsedShowsWhenABatchIsWritten) {
  const Batch batch = numbers({1});
  const ChannelLimits limits{.slots = 64, .own_bytes = Bytes(batch_bytes(batch))};
  Sender sender({.kind = ExchangeKind::kForward, .keys = {}}, 1, {}, limits);
  sender.partition->write(batch);
  sender.partition->flush();
  EXPECT_TRUE(sender.partition->writable());
  sender.pool.take(1 << 20);
  EXPECT_EQ(sender.partition->write(batch), Writing::kBlocked);
  sender.take(0);
  EXPECT_EQ(sender.partition->resume(), Writing::kDone);
}

TEST(ResultPartition, FlushesWhatABuilderGotAfterItWasFull) {
  Sender sender({.kind = ExchangeKind::kForward, .keys = {}}, 1, {.rows = 4, .bytes = 1 << 20});
  for (int64_t value = 1; value <= 6; ++value) sender.partition->write(numbers({value}).with_selection({}).slice(0, 1));
  sender.partition->flush();
  sender.partition->flush();
  EXPECT_EQ(sender.received(0).back(), "6");
}

TEST(ResultPartition, GathersNoMoreForAChannelThanItsPart) {
  Sender sender({.kind = ExchangeKind::kRebalance, .keys = {}}, 2, {}, {}, {PhysicalType::kInt64}, Bytes(1024));
  Writing writing = sender.partition->write(numbers(std::vector<int64_t>(2048)));
  while (writing == Writing::kMore) writing = sender.partition->resume();
  for (size_t target = 0; target < 2; ++target) {
    for (int run = 0; run < 8; ++run) {
      ASSERT_TRUE(sender.channels[target]->readable());
      EXPECT_EQ(sender.take(target).rows(), 128U);
    }
  }
}

TEST(ResultPartition, HandsABatchOverAsAWholeHoweverLittleItGathers) {
  Sender sender({.kind = ExchangeKind::kBroadcast, .keys = {}}, 2, {}, {}, {PhysicalType::kInt64}, Bytes(1024));
  sender.partition->write(numbers(std::vector<int64_t>(2048)));
  for (size_t target = 0; target < 2; ++target) EXPECT_EQ(sender.take(target).rows(), 2048U);
}

TEST(ResultPartition, BuildersOfWideRowsStayWithinTheByteLimit) {
  constexpr size_t kColumns = 64;
  constexpr size_t kRows = 1024;
  const std::vector<PhysicalType> types(kColumns, PhysicalType::kInt64);
  Sender sender({.kind = ExchangeKind::kRebalance, .keys = {}}, 2, {.rows = 2048, .bytes = 64 << 10}, {}, types);
  std::vector<ColumnPtr> columns;
  for (size_t i = 0; i < kColumns; ++i) columns.push_back(numbers(std::vector<int64_t>(kRows)).column(0));
  Writing writing = sender.partition->write(Batch(columns, kRows));
  while (writing == Writing::kMore) writing = sender.partition->resume();
  for (int run = 0; run < 4; ++run) {
    ASSERT_TRUE(sender.channels[0]->readable());
    const Batch batch = sender.take(0);
    EXPECT_EQ(batch.rows(), 128U);
    size_t bytes = 0;
    for (const ColumnPtr& column : batch.columns()) bytes += column->bytes();
    EXPECT_EQ(bytes, 64U << 10);
  }
}

}  // namespace
}  // namespace eddyline::taskexecutor
