#include "taskexecutor/exchange/local_channel.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "common/columnar/batch_bytes.hpp"
#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {
namespace {

struct Ends {
  explicit Ends(ChannelLimits limits) : pool(limits.shared_bytes), channel(limits, pool, producer, consumer) {}
  StreamElement pop() { return channel.pop(); }
  Wakeup producer;
  Wakeup consumer;
  CreditPool pool;
  LocalChannel channel;
};

TEST(LocalChannel, KeepsOrder) {
  Ends ends({.slots = 64, .own_bytes = Bytes(1 << 20), .shared_bytes = Bytes(0)});
  ends.channel.push(numbers({1, 2}));
  ends.channel.push(Watermark{EventTime(5)});
  ends.channel.push(WatermarkStatus::kIdle);
  ends.channel.push(EndOfInput());
  std::vector<std::string> texts;
  while (ends.channel.readable()) texts.push_back(text_of(ends.pop()));
  EXPECT_EQ(texts, (std::vector<std::string>{"1 2", "W5", "idle", "end"}));
}

TEST(LocalChannel, CreditIsInBytesAndComesBack) {
  const Batch batch = numbers({1});
  const uint64_t bytes = batch_bytes(batch);
  Ends ends({.slots = 64, .own_bytes = Bytes(2 * bytes), .shared_bytes = Bytes(0)});
  ends.channel.push(batch);
  EXPECT_TRUE(ends.channel.writable());
  ends.channel.push(batch);
  EXPECT_FALSE(ends.channel.writable());
  // Control elements cost no credit.
  ends.channel.push(Watermark{EventTime(1)});
  ends.pop();
  EXPECT_TRUE(ends.channel.writable());
}

TEST(LocalChannel, ABatchOfOneRowCostsWhatHoldsIt) {
  const Batch one = numbers({1});
  EXPECT_GT(batch_bytes(one), one.column(0)->bytes() + 256);
}

TEST(LocalChannel, SharedCreditServesNeighboursAndIsLimited) {
  const Batch batch = numbers({1});
  const uint64_t bytes = batch_bytes(batch);
  Wakeup wakeups[3];
  CreditPool pool{Bytes(bytes)};
  const ChannelLimits limits{.slots = 64, .own_bytes = Bytes(bytes), .shared_bytes = Bytes(bytes)};
  LocalChannel first(limits, pool, wakeups[0], wakeups[2]);
  LocalChannel second(limits, pool, wakeups[1], wakeups[2]);
  first.push(batch);
  first.push(batch);  // from the pool
  EXPECT_FALSE(first.writable());
  // The neighbour still has its own.
  EXPECT_TRUE(second.writable());
  second.push(batch);
  EXPECT_FALSE(second.writable());
  first.pop();
  EXPECT_FALSE(second.writable());
  first.pop();
  EXPECT_TRUE(second.writable());
}

/// Channels of one gate that hold their own credit and so much of the shared that there is none left.
struct StarvedNeighbours {
  explicit StarvedNeighbours(size_t count) : producers(count) {
    for (Wakeup& producer : producers) {
      channels.push_back(std::make_unique<LocalChannel>(limits, pool, producer, consumer));
      channels.back()->push(batch);
    }
    for (int taken = 0; taken < 4; ++taken) channels.front()->push(batch);
    for (size_t i = 0; i < count; ++i) {
      producers[i].clear();
      EXPECT_FALSE(channels[i]->writable());
    }
  }

  const Batch batch = numbers({1});
  const uint64_t bytes = batch_bytes(batch);
  const ChannelLimits limits{.slots = 64, .own_bytes = Bytes(bytes), .shared_bytes = Bytes(4 * bytes)};
  CreditPool pool{limits.shared_bytes};
  Wakeup consumer;
  std::vector<Wakeup> producers;
  std::vector<std::unique_ptr<LocalChannel>> channels;
};

TEST(LocalChannel, SharedCreditThatComesBackWakesTheNeighbourThatWaits) {
  StarvedNeighbours neighbours(3);
  LocalChannel& reader = *neighbours.channels.front();
  reader.pop();  // its own
  reader.pop();
  EXPECT_FALSE(neighbours.producers[1].notified()) << "a quarter is not ample";
  reader.pop();
  EXPECT_TRUE(neighbours.producers[1].notified());
  EXPECT_TRUE(neighbours.producers[2].notified());
  EXPECT_TRUE(neighbours.channels[1]->writable());
}

TEST(LocalChannel, ANeighbourThatWaitsAgainIsWokenAgain) {
  StarvedNeighbours neighbours(2);
  LocalChannel& reader = *neighbours.channels.front();
  for (int round = 0; round < 3; ++round) {
    SCOPED_TRACE(round);
    neighbours.producers[1].clear();
    EXPECT_FALSE(neighbours.channels[1]->writable());
    reader.pop();
    reader.pop();
    reader.pop();
    EXPECT_TRUE(neighbours.producers[1].notified());
    for (int taken = 0; taken < 3; ++taken) reader.push(neighbours.batch);
  }
}

TEST(LocalChannel, SlotsLimitControlElements) {
  Ends ends({.slots = 32, .own_bytes = Bytes(1 << 20), .shared_bytes = Bytes(0)});
  int64_t time = 0;
  while (ends.channel.writable()) ends.channel.push(Watermark{EventTime(++time)});
  EXPECT_EQ(time, 32 - static_cast<int64_t>(LocalChannel::kReservedSlots) + 1);
}

TEST(LocalChannel, TwoThreadsSleepAndWakeWithoutLoss) {
  const uint64_t bytes = batch_bytes(numbers({1}));
  Ends ends({.slots = 32, .own_bytes = Bytes(4 * bytes), .shared_bytes = Bytes(2 * bytes)});
  constexpr int64_t kBatches = 20000;
  std::thread producer([&] {
    for (int64_t value = 1; value <= kBatches; ++value) {
      while (!ends.channel.writable()) {
        ends.producer.clear();
        if (!ends.channel.writable()) ends.producer.wait(std::nullopt);
      }
      ends.channel.push(numbers({value}));
    }
  });
  int64_t expected = 0;
  while (expected < kBatches) {
    if (!ends.channel.readable()) {
      ends.consumer.clear();
      if (!ends.channel.readable()) ends.consumer.wait(std::nullopt);
      continue;
    }
    ++expected;
    ASSERT_EQ(values_of(std::get<Batch>(ends.pop())), std::vector<int64_t>{expected});
  }
  producer.join();
}

}  // namespace
}  // namespace eddyline::taskexecutor
