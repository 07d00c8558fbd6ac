#include "common/memory/memory_pool.hpp"

#include <gtest/gtest.h>

#include "common/memory/memory_budget.hpp"

namespace eddyline {
namespace {

TEST(MemoryPoolTest, ReservationCountsInEveryNodeAbove) {
  auto process = MemoryPool::root("process", Bytes(100));
  auto slot = process->child("slot 1");
  ASSERT_TRUE(slot->reserve(Bytes(60)).ok());
  EXPECT_EQ(process->used(), Bytes(60));
  slot->release(Bytes(60));
  EXPECT_EQ(process->used(), Bytes(0));
  EXPECT_EQ(process->peak(), Bytes(60));
}

TEST(MemoryPoolTest, RefusedReservationLeavesNothingBehindAndNamesTheNode) {
  auto process = MemoryPool::root("process", Bytes(100));
  auto slot = process->child("slot 1");
  const Status status = slot->reserve(Bytes(101));
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.code(), ErrorCode::kOutOfMemory);
  EXPECT_EQ(status.message(),
            "cannot reserve 101 bytes for 'slot 1', which holds 0: 0 of the 100 bytes of memory pool 'process' are in use");
  EXPECT_EQ(slot->used(), Bytes(0));
  EXPECT_EQ(process->used(), Bytes(0));
}

TEST(MemoryPoolTest, RefusalNamesTheOptionThatSetsTheLimit) {
  auto process = MemoryPool::root("process", Bytes(100), "taskmanager.memory.process.size");
  auto slot = process->child("slot 1");
  auto join = slot->child("Join[1] (1/2)");
  ASSERT_TRUE(join->reserve(Bytes(60)).ok());
  EXPECT_EQ(join->reserve(Bytes(50)).message(),
            "cannot reserve 50 bytes for 'Join[1] (1/2)', which holds 60: 60 of the 100 bytes of memory pool 'process' are in "
            "use; raise 'taskmanager.memory.process.size'");
  EXPECT_EQ(slot->used(), Bytes(60));
}

TEST(MemoryBudgetTest, AQuarterOfTheProcessAndAtLeast96MegabytesAreNotCounted) {
  constexpr auto mebibytes = [](uint64_t count) { return Bytes(count << 20); };
  EXPECT_EQ(managed_memory(mebibytes(128)), mebibytes(32));
  EXPECT_EQ(managed_memory(mebibytes(1728)), mebibytes(1296));
  EXPECT_EQ(managed_memory(mebibytes(64)), Bytes(0));
}

TEST(MemoryPoolTest, SpillIsAskedBeforeAReservationFails) {
  auto slot = MemoryPool::root("slot", Bytes(100));
  const MemoryOwner subtask = MemoryOwner::draw();
  auto join = slot->child("join", Bytes(MemoryPool::kUnlimited), subtask);
  ASSERT_TRUE(join->reserve(Bytes(90)).ok());
  join->set_spill([&](Bytes wanted) {
    join->release(wanted);
    return wanted;
  });
  auto aggregate = slot->child("aggregate", Bytes(MemoryPool::kUnlimited), subtask);
  // What is below a node is its owner's.
  auto buffer = aggregate->child("buffer of the aggregate");
  EXPECT_TRUE(buffer->reserve(Bytes(50)).ok());
  EXPECT_LE(slot->used(), Bytes(100));
}

TEST(MemoryPoolTest, SpillCallsOfOtherOwnersAreNeverMade) {
  auto process = MemoryPool::root("process", Bytes(100));
  auto slot_1 = process->child("slot 1");
  auto join = slot_1->child("join", Bytes(MemoryPool::kUnlimited), MemoryOwner::draw());
  ASSERT_TRUE(join->reserve(Bytes(90)).ok());
  bool asked = false;
  join->set_spill([&](Bytes) {
    asked = true;
    return Bytes(0);
  });
  // On the same thread: a thread's id comes again, and a thread may run several owners in turn.
  auto aggregate = slot_1->child("aggregate", Bytes(MemoryPool::kUnlimited), MemoryOwner::draw());
  EXPECT_FALSE(aggregate->reserve(Bytes(50)).ok());
  EXPECT_FALSE(slot_1->reserve(Bytes(50)).ok());
  EXPECT_FALSE(asked);
  EXPECT_EQ(process->used(), Bytes(90));
}

TEST(MemoryPoolTest, ANodeThatGoesGivesItsReservationBack) {
  auto process = MemoryPool::root("process", Bytes(100));
  {
    auto slot = process->child("slot 1");
    ASSERT_TRUE(slot->reserve(Bytes(100)).ok());
  }
  EXPECT_EQ(process->used(), Bytes(0));
}

}  // namespace
}  // namespace eddyline
