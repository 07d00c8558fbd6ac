#include "state/hashmap/timed/timed_segments.hpp"

#include <gtest/gtest.h>

#include "common/memory/memory_pool.hpp"
#include "state/hashmap/timed/due_queue.hpp"
#include "state/row/row_codec.hpp"

namespace eddyline::state {
namespace {

constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::min();
/// A segment is split when it has more rows than this and must grow.
constexpr size_t kMostRows = size_t{64} << 10;

/// Rows of a BIGINT key, whose time is their key, with a deadline 10 after it.
class TimedSegmentsTest : public testing::Test {
 protected:
  void make(uint32_t max_parallelism, bool collide = false) {
    KeyedStateOptions options;
    options.hashing = {MaxParallelism(max_parallelism), collide};
    options.key_groups = {KeyGroup(0), KeyGroup(max_parallelism - 1)};
    hashing_ = options.hashing;
    segments_ = std::make_unique<TimedSegments>(options, blocks_, shape_, schema_);
    ASSERT_TRUE(segments_->open().ok());
  }

  static TimeOrderedRowsDescriptor descriptor() {
    TimeOrderedRowsDescriptor made;
    made.name = "rows";
    made.row = {{"k", DataType::bigint()}};
    made.key_columns = {0};
    made.deadlines = {{.name = "close", .offset_ms = 10}};
    return made;
  }

  uint64_t hash(int64_t key) const {
    const uint64_t hashed = hash_integer(key);
    return hashing_.collide ? hashing_.collided(hashed) : hashed;
  }

  /// Keys [first, first + count), in one append.
  void append(int64_t first, int64_t count, int64_t limit = kNoLimit) {
    for (bool again = true; again;) {
      std::vector<size_t> more(segments_->count(), 0);
      for (int64_t key = first; key < first + count; ++key) ++more[segments_->index_of(hash(key))];
      again = segments_->make_room(more, limit).value();
    }
    for (int64_t key = first; key < first + count; ++key) {
      TimedSegment& segment = (*segments_)[segments_->index_of(hash(key))];
      uint8_t* slot = segment.append(hash(key), key, static_cast<uint32_t>(key), 0);
      ASSERT_NE(slot, nullptr);
      store_value(slot, shape_.row.offset(0), key);
      shape_.row.set_present(slot, 0);
      ASSERT_TRUE(segment.schedule(slot, segment.slabs().end() - 1));
    }
  }

  size_t rows() const {
    size_t rows = 0;
    for (size_t i = 0; i < segments_->count(); ++i) rows += (*segments_)[i].slabs().count();
    return rows;
  }

  /// Every row lies in the segment its hash leads to, and is reached from the bucket's head.
  void expect_in_place() const {
    for (size_t i = 0; i < segments_->count(); ++i) {
      const TimedSegment& segment = (*segments_)[i];
      const TimedSlabs& slabs = segment.slabs();
      for (uint32_t position = slabs.begin(); position != slabs.end(); ++position) {
        const uint8_t* slot = slabs.at(position);
        const uint64_t hashed = segments_->hash_of(slot);
        ASSERT_EQ(segments_->index_of(hashed), i);
        ASSERT_EQ(hashed, hash(header_of(slot).time));
        ASSERT_EQ(header_of(slot).tag, TimedSegment::tag_of(hashed));
        if (hashing_.collide) continue;
        ASSERT_TRUE(chain_holds(segment, hashed, slot));
      }
    }
  }

  static bool chain_holds(const TimedSegment& segment, uint64_t hashed, const uint8_t* slot) {
    for (uint32_t next = *segment.head(hashed); next > segment.slabs().begin();) {
      const uint8_t* found = segment.slabs().at(next - 1);
      if (found == slot) return true;
      next = header_of(found).next;
    }
    return false;
  }

  std::unique_ptr<MemoryPool> pool_ = MemoryPool::root("segments");
  BlockAllocator blocks_{*pool_};
  TimedRowShape shape_{descriptor()};
  SnapshotSchema schema_ = SnapshotSchema::of(descriptor());
  KeyHashing hashing_;
  std::unique_ptr<TimedSegments> segments_;
};

TEST_F(TimedSegmentsTest, SmallSegmentsGrowWithoutSplit) {
  make(128);
  append(0, 1000);
  append(1000, 20'000);
  EXPECT_EQ(segments_->count(), 1U);
  EXPECT_EQ(rows(), 21'000U);
  expect_in_place();
}

TEST_F(TimedSegmentsTest, LargeSegmentsAreSplitAtKeyGroups) {
  make(128);
  for (int64_t first = 0; first < 300'000; first += 10'000) append(first, 10'000);
  EXPECT_GT(segments_->count(), 1U);
  uint32_t next_slice = 0;
  for (size_t i = 0; i < segments_->count(); ++i) {
    const SliceRange slices = (*segments_)[i].slices();
    EXPECT_EQ(slices.first, next_slice);
    next_slice = slices.last + 1;
    EXPECT_LE((*segments_)[i].slabs().count(), 4 * kMostRows);
  }
  EXPECT_EQ(rows(), 300'000U);
  expect_in_place();
}

TEST_F(TimedSegmentsTest, OneKeyGroupIsSplitWithin) {
  make(1);
  for (int64_t first = 0; first < 300'000; first += 10'000) append(first, 10'000);
  EXPECT_GT(segments_->count(), 1U);
  EXPECT_EQ(rows(), 300'000U);
  expect_in_place();
}

TEST_F(TimedSegmentsTest, RowsOfOneHashStayTogether) {
  make(1, true);
  for (int64_t first = 0; first < 300'000; first += 50'000) append(first, 50'000);
  EXPECT_EQ(segments_->count(), 1U);
  EXPECT_EQ(rows(), 300'000U);
  expect_in_place();
}

TEST_F(TimedSegmentsTest, ARebuildLeavesExpiredRowsBehindAndDeadlinesComeAlong) {
  make(128);
  append(0, 100'000);
  append(100'000, 100'000, 59'999);
  size_t due = 0;
  for (size_t i = 0; i < segments_->count(); ++i) {
    TimedSegment& segment = (*segments_)[i];
    segment.calendar(0).take_until(60'100 + 10, [&](uint32_t position) {
      if (header_of(segment.slabs().at(position)).time > 60'100) return false;
      ++due;
      return true;
    });
  }
  EXPECT_EQ(rows(), 140'000U);
  EXPECT_EQ(due, 101U);
  expect_in_place();
}

TEST_F(TimedSegmentsTest, DueRowsKeepTheirOrderWhereNumbersOfArrivalBeginAgain) {
  make(1);
  for (const uint32_t sequence : {0U, UINT32_MAX, 1U, UINT32_MAX - 1}) {
    TimedSegment& segment = (*segments_)[0];
    uint8_t* slot = segment.append(hash(7), 7, sequence, 0);
    ASSERT_NE(slot, nullptr);
    ASSERT_TRUE(segment.schedule(slot, segment.slabs().end() - 1));
  }
  DueQueue queue(shape_, 0, blocks_);
  DueRows due;
  ASSERT_TRUE(queue.take(*segments_, 17, 10, due).ok());
  std::vector<uint32_t> sequences;
  for (const RowHandle row : due.rows) sequences.push_back(header_of(RowSlots::slot(row)).sequence);
  EXPECT_EQ(sequences, (std::vector<uint32_t>{UINT32_MAX - 1, UINT32_MAX, 0, 1}));
}

TEST_F(TimedSegmentsTest, CalendarsAndRoutesCountInThePool) {
  make(32'768);
  const uint64_t with_routes = pool_->used().value();
  EXPECT_GE(with_routes, uint64_t{32'768} * sizeof(uint32_t));
  DeadlineCalendar calendar(blocks_);
  constexpr uint32_t kPositions = 100'000;
  for (uint32_t position = 0; position < kPositions; ++position) ASSERT_TRUE(calendar.add(position, position));
  EXPECT_GE(pool_->used().value(), with_routes + kPositions * sizeof(uint32_t));
  EXPECT_EQ(calendar.count_until(kPositions), kPositions);
  calendar.take_until(kPositions, [](uint32_t) { return true; });
  EXPECT_EQ(pool_->used().value(), with_routes);
}

}  // namespace
}  // namespace eddyline::state
