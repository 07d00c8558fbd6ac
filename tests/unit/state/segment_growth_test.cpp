#include <gtest/gtest.h>

#include <cstring>

#include "common/columnar/hash.hpp"
#include "common/memory/memory_pool.hpp"
#include "state/hashmap/table/group_slices.hpp"
#include "state/hashmap/table/slot_table.hpp"
#include "state/key_batch.hpp"

namespace eddyline::state {
namespace {

/// Slots of a tag and the number that was hashed.
class Numbers : public SlotOwner {
 public:
  static constexpr size_t kSlotBytes = 16;

  explicit Numbers(KeyedStateOptions options) : table_(options, blocks_, kSlotBytes, *this) {
    EXPECT_TRUE(table_.open().ok());
  }

  uint64_t hash_of(const uint8_t* slot) const override { return hash(number_in(slot)); }
  bool keep(uint8_t*) override { return true; }
  virtual uint64_t hash(int64_t number) const { return hash_integer(number); }

  void insert(int64_t number) {
    const uint64_t hashed = hash(number);
    ASSERT_TRUE(table_.make_room({&hashed, 1}).ok());
    std::memcpy(table_.insert(hashed) + 8, &number, sizeof(number));
  }
  bool has(int64_t number) const {
    return table_.find(hash(number), [&](const uint8_t* slot) { return number_in(slot) == number; }) != nullptr;
  }
  SlotTable& table() { return table_; }
  uint64_t counted_bytes() const { return pool_->used().value(); }

 private:
  static int64_t number_in(const uint8_t* slot) {
    int64_t number;
    std::memcpy(&number, slot + 8, sizeof(number));
    return number;
  }
  std::unique_ptr<MemoryPool> pool_ = MemoryPool::root("numbers");
  BlockAllocator blocks_{*pool_};
  SlotTable table_;
};

/// All entries of one key, as map state hashes them.
class EntriesOfOneKey final : public Numbers {
 public:
  using Numbers::Numbers;
  uint64_t hash(int64_t number) const override { return KeyHashing().within_group(hash_integer(7), hash_integer(number)); }
};

class AllAlike final : public Numbers {
 public:
  using Numbers::Numbers;
  uint64_t hash(int64_t) const override { return hash_integer(7); }
};

KeyedStateOptions with_groups(uint32_t max_parallelism) {
  KeyedStateOptions options;
  options.hashing.max_parallelism = MaxParallelism(max_parallelism);
  options.key_groups = {KeyGroup(0), KeyGroup(max_parallelism - 1)};
  return options;
}

constexpr size_t kMostBytes = size_t{2} << 20;

void expect_small_segments(Numbers& numbers, int64_t count) {
  for (int64_t number = 0; number < count; ++number) numbers.insert(number);
  EXPECT_EQ(numbers.table().size(), static_cast<size_t>(count));
  EXPECT_LE(numbers.table().largest_segment_bytes(), kMostBytes);
  for (int64_t number = 0; number < count; ++number) ASSERT_TRUE(numbers.has(number)) << number;
  EXPECT_FALSE(numbers.has(count));
}

TEST(SegmentGrowth, SplitsWithinOneKeyGroup) {
  Numbers numbers(with_groups(1));
  expect_small_segments(numbers, 400'000);
}

TEST(SegmentGrowth, SplitsTheEntriesOfOneKey) {
  EntriesOfOneKey entries(with_groups(128));
  expect_small_segments(entries, 400'000);
}

TEST(SegmentGrowth, GrowsOneSegmentWhereHashesAreAllAlike) {
  AllAlike alike(with_groups(128));
  // Few: each look-up passes all of them.
  std::vector<uint64_t> hashes(100'000, alike.hash(0));
  ASSERT_TRUE(alike.table().make_room(hashes).ok());
  for (int64_t number = 0; number < 100; ++number) alike.insert(number);
  ASSERT_TRUE(alike.table().make_room(hashes).ok());
  EXPECT_GT(alike.table().largest_segment_bytes(), kMostBytes);
  for (int64_t number = 0; number < 100; ++number) EXPECT_TRUE(alike.has(number)) << number;
}

TEST(SegmentGrowth, CountsTheRoutesOfManyKeyGroups) {
  Numbers few(with_groups(128));
  Numbers many(with_groups(32768));
  // Memory is counted in steps, of which the few take one.
  constexpr size_t kStep = 4096;
  constexpr size_t kPlaceBytes = 2 * sizeof(void*) + 2 * sizeof(uint32_t);
  EXPECT_GE(many.counted_bytes() + kStep, few.counted_bytes() + 32768 * kPlaceBytes);
}

TEST(GroupSlices, RefinedSlicesStayWithinTheirGroup) {
  for (const uint32_t max : {1U, 3U, 128U, 300U, 32768U}) {
    const KeyGroupRange groups{KeyGroup(max / 3), KeyGroup(max - 1)};
    GroupSlices slices(MaxParallelism(max), groups);
    uint32_t slices_per_group = 1;
    while (slices.may_refine(1)) {
      slices.refine();
      slices_per_group *= 2;
    }
    EXPECT_EQ(slices.count(), groups.count() * slices_per_group);
    for (int64_t number = 0; number < 1000; ++number) {
      const uint64_t hash = hash_integer(number);
      const KeyGroup group = key_group_of(hash, MaxParallelism(max));
      if (!groups.contains(group)) continue;
      EXPECT_EQ(slices.of(hash) / slices_per_group, group.value() - groups.first.value());
    }
  }
}

TEST(KeyHashing, EntriesStayInTheirKeysGroup) {
  for (const uint32_t max : {1U, 3U, 127U, 128U, 300U, 32768U}) {
    const KeyHashing hashing{MaxParallelism(max)};
    for (int64_t number = 0; number < 1000; ++number) {
      const uint64_t key_hash = hash_integer(number);
      for (const uint64_t entry_hash : {uint64_t{0}, ~uint64_t{0}, hash_integer(number + 1)}) {
        const uint64_t hash = hashing.within_group(key_hash, entry_hash);
        EXPECT_EQ(key_group_of(hash, hashing.max_parallelism), key_group_of(key_hash, hashing.max_parallelism));
        EXPECT_EQ(static_cast<uint32_t>(hash), static_cast<uint32_t>(entry_hash));
      }
    }
  }
}

}  // namespace
}  // namespace eddyline::state
