#include "taskexecutor/exchange/exchange_memory.hpp"

#include <gtest/gtest.h>

namespace eddyline::taskexecutor {
namespace {

constexpr uint64_t kTotal = uint64_t{512} << 20;

/// Of a job of two vertices with an exchange between all of their subtasks.
ExchangeMemory of_parallelism(size_t parallelism, uint64_t total = kTotal) {
  return ExchangeMemory(
      {.total = Bytes(total), .channel = {}, .batch = {}, .gates = parallelism, .partitions = parallelism});
}

uint64_t promised(size_t parallelism, uint64_t total = kTotal) {
  const ExchangeMemory memory = of_parallelism(parallelism, total);
  const ChannelLimits limits = memory.gate_limits(parallelism);
  const uint64_t channel = std::max(limits.own_bytes, limits.remote_bytes).value() + memory.gathered_bytes(parallelism, 1).value();
  return parallelism * (limits.shared_bytes.value() + parallelism * channel);
}

TEST(ExchangeMemory, FewChannelsGetTheMostThatOneMayHave) {
  for (const size_t parallelism : {1, 2, 8, 16, 32}) {
    SCOPED_TRACE(parallelism);
    const ExchangeMemory memory = of_parallelism(parallelism);
    const ChannelLimits limits = memory.gate_limits(parallelism);
    EXPECT_EQ(limits.slots, ChannelLimits{}.slots);
    EXPECT_EQ(limits.own_bytes, ChannelLimits{}.own_bytes);
    EXPECT_EQ(limits.remote_bytes, std::min(ChannelLimits{}.remote_bytes, Bytes(kTotal / 2 / parallelism / parallelism)));
    EXPECT_EQ(limits.shared_bytes, ChannelLimits{}.shared_bytes);
    EXPECT_EQ(memory.gathered_bytes(parallelism, 1), Bytes(BatchLimits{}.bytes));
  }
}

TEST(ExchangeMemory, ManyChannelsShareTheTotal) {
  for (const size_t parallelism : {64, 128, 256, 300}) EXPECT_LE(promised(parallelism), kTotal) << parallelism;
  const ChannelLimits limits = of_parallelism(128).gate_limits(128);
  EXPECT_EQ(limits.own_bytes, Bytes(16 << 10));
  EXPECT_EQ(limits.remote_bytes, limits.own_bytes);
  EXPECT_EQ(limits.slots, 32U);
  EXPECT_EQ(of_parallelism(128).gathered_bytes(128, 1), Bytes(8 << 10));
}

TEST(ExchangeMemory, OnlyTheLeastThatAChannelNeedsGoesBeyondIt) {
  const ExchangeMemory memory = of_parallelism(1024, 1);
  EXPECT_EQ(memory.gate_limits(1024).own_bytes, Bytes(ExchangeMemory::kChannelBytesMin));
  EXPECT_EQ(memory.gate_limits(1024).shared_bytes, Bytes(ExchangeMemory::kChannelBytesMin));
  EXPECT_EQ(memory.gathered_bytes(1024, 1), Bytes(ExchangeMemory::kChannelBytesMin));
  EXPECT_EQ(memory.gathered_bytes(1024, 20), Bytes(20 * ExchangeMemory::kColumnBytesMin));
}

TEST(ExchangeMemory, ChannelsThatMayHaveLessThanTheLeastGetThat) {
  const ExchangeMemory memory({.total = Bytes(1),
                               .channel = {.slots = 64, .own_bytes = Bytes(300), .shared_bytes = Bytes(200)},
                               .batch = {.rows = 64, .bytes = 100},
                               .gates = 3,
                               .partitions = 3});
  EXPECT_EQ(memory.gate_limits(9).own_bytes, Bytes(300));
  EXPECT_EQ(memory.gate_limits(9).shared_bytes, Bytes(200));
  EXPECT_EQ(memory.gathered_bytes(9, 1), Bytes(100));
}

}  // namespace
}  // namespace eddyline::taskexecutor
