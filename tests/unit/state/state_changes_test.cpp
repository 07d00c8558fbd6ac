#include <gtest/gtest.h>

#include "tests/unit/state/state_suite.hpp"

namespace eddyline::state {
namespace {

constexpr ProcessingTime kNow(0);
constexpr std::chrono::milliseconds kForEver(0);
constexpr std::chrono::milliseconds kLiveLong(1 << 30);

/// One state, called "s", and how many of its segments a snapshot would have to write.
template <class Setup>
class StateChangesTest : public KeyedStateSuite<Setup> {
 protected:
  /// Keys enough for several segments; few where each look-up passes all.
  static constexpr int64_t kKeys = Setup::kCollide ? 100 : 200'000;

  static RowType key() { return {{"k", DataType::bigint()}}; }
  template <class Descriptor>
  static Descriptor described(std::chrono::milliseconds ttl = kForEver) {
    Descriptor descriptor;
    descriptor.name = "s";
    descriptor.key = key();
    if constexpr (requires { descriptor.ttl; }) descriptor.ttl = ttl;
    return descriptor;
  }

  size_t changed() const { return this->state_->changes().at(0).changed; }
  size_t segments() const { return this->state_->changes().at(0).segments; }
  void snapshot() {
    this->state_->forget_changes();
    ASSERT_EQ(changed(), 0u);
  }
  const KeyBatch& keys(const std::vector<std::optional<int64_t>>& cells) { return this->key_batch({bigints(cells)}); }
  static std::vector<std::optional<int64_t>> first_keys(int64_t count) {
    std::vector<std::optional<int64_t>> cells;
    for (int64_t key = 0; key < count; ++key) cells.emplace_back(key);
    return cells;
  }
  void expect_several_segments_all_changed() const {
    EXPECT_EQ(changed(), segments());
    if (!Setup::kCollide) {
      EXPECT_GT(segments(), 1u);
    }
  }

  StateRows rows_;
};

TYPED_TEST_SUITE(StateChangesTest, StateBackends);

TYPED_TEST(StateChangesTest, OfValuesEveryPreparedSlotCountsAsWritten) {
  auto descriptor = this->template described<ValueStateDescriptor>();
  descriptor.value = {{"v", DataType::bigint()}};
  ValueState* values = this->state_->value_state(descriptor).value();
  ASSERT_TRUE(values->prepare(this->keys(this->first_keys(this->kKeys)), IfMissing::kCreate, kNow, this->rows_).ok());
  this->expect_several_segments_all_changed();

  this->snapshot();
  ASSERT_TRUE(values->prepare(this->keys({7, 7}), IfMissing::kCreate, kNow, this->rows_).ok());
  EXPECT_EQ(this->changed(), 1u) << "a value that was there already";
  this->snapshot();
  ASSERT_TRUE(values->prepare(this->keys({-1}), IfMissing::kSkip, kNow, this->rows_).ok());
  EXPECT_EQ(this->changed(), 0u) << "a key that is not there";
  ASSERT_TRUE(values->prepare(this->keys({7}), IfMissing::kSkip, kNow, this->rows_).ok());
  EXPECT_EQ(this->changed(), 1u);
  ASSERT_TRUE(values->erase(this->rows_.slots).ok());
  this->snapshot();
  ASSERT_TRUE(values->prepare(this->keys({7}), IfMissing::kCreate, kNow, this->rows_).ok());
  EXPECT_EQ(this->changed(), 1u) << "a new key";
}

TYPED_TEST(StateChangesTest, OfMapsAKeyChangesWithItsEntries) {
  auto descriptor = this->template described<MapStateDescriptor>();
  descriptor.map_key = {{"m", DataType::bigint()}};
  descriptor.value = {{"v", DataType::bigint()}};
  MapState* map = this->state_->map_state(descriptor).value();
  const auto prepare = [&](const std::vector<std::optional<int64_t>>& keys, IfMissing if_missing) {
    const std::vector<ColumnPtr> map_keys = {bigints(std::vector<std::optional<int64_t>>(keys.size(), 1))};
    ASSERT_TRUE(map->prepare(this->keys(keys), map_keys, if_missing, kNow, this->rows_).ok());
  };
  prepare(this->first_keys(this->kKeys), IfMissing::kCreate);
  this->expect_several_segments_all_changed();

  this->snapshot();
  prepare({7, 7}, IfMissing::kCreate);
  EXPECT_EQ(this->changed(), 1u) << "an entry that was there already";
  this->snapshot();
  MapCursor cursor;
  MapEntries found;
  ASSERT_FALSE(map->entries(this->keys({7}), kNow, cursor, 10, found).value());
  EXPECT_EQ(this->changed(), 1u) << "slots are there to be written";
  this->snapshot();
  prepare({-1}, IfMissing::kSkip);
  EXPECT_EQ(this->changed(), 0u);
  prepare({7}, IfMissing::kSkip);
  ASSERT_TRUE(map->erase(this->rows_.slots).ok());
  EXPECT_EQ(this->changed(), 1u);
}

TYPED_TEST(StateChangesTest, OfListsReadingChangesNothingUnlessElementsGoByTime) {
  for (const auto ttl : {kForEver, kLiveLong}) {
    this->make(Bytes(MemoryPool::kUnlimited));
    auto descriptor = this->template described<ListStateDescriptor>(ttl);
    descriptor.element = {{"e", DataType::bigint()}};
    ListState* list = this->state_->list_state(descriptor).value();
    const auto append = [&](const std::vector<std::optional<int64_t>>& keys) {
      const std::vector<ColumnPtr> elements = {bigints(keys)};
      ASSERT_TRUE(list->append(this->keys(keys), elements, kNow).ok());
    };
    append(this->first_keys(this->kKeys));
    this->expect_several_segments_all_changed();

    this->snapshot();
    ListCursor cursor;
    ListElements found;
    ASSERT_FALSE(list->read(this->keys({7}), kNow, cursor, 10, found).value());
    EXPECT_EQ(this->changed(), ttl == kForEver ? 0u : 1u);
    this->snapshot();
    append({7});
    EXPECT_EQ(this->changed(), 1u);
    this->snapshot();
    ASSERT_TRUE(list->clear(this->keys({7, -1})).ok());
    EXPECT_EQ(this->changed(), 1u);
  }
}

TYPED_TEST(StateChangesTest, OfTimersThoseThatComeAndGo) {
  TimerService* timers = this->state_->timers({"s", this->key()}).value();
  const auto add = [&](const std::vector<std::optional<int64_t>>& keys, int64_t time) {
    const std::vector<int64_t> times(keys.size(), time);
    ASSERT_TRUE(timers->add(TimeDomain::kEventTime, this->keys(keys), times.data(), nullptr).ok());
  };
  add(this->first_keys(this->kKeys), 100);
  this->expect_several_segments_all_changed();

  this->snapshot();
  add({7}, 10);
  EXPECT_EQ(this->changed(), 1u);
  this->snapshot();
  DueTimers due;
  ASSERT_FALSE(timers->take_due(TimeDomain::kEventTime, 9, 10, due).value());
  EXPECT_EQ(this->changed(), 0u);
  ASSERT_FALSE(timers->take_due(TimeDomain::kEventTime, 10, 10, due).value());
  EXPECT_EQ(this->changed(), 1u);
  this->snapshot();
  const int64_t time = 100;
  ASSERT_TRUE(timers->remove(TimeDomain::kEventTime, this->keys({7}), &time, nullptr).ok());
  EXPECT_EQ(this->changed(), 1u);
}

TYPED_TEST(StateChangesTest, OfTimeOrderedRowsFlagsCountAndLookingDoesNot) {
  constexpr uint8_t kFlag = 1;
  TimeOrderedRowsDescriptor descriptor;
  descriptor.name = "s";
  descriptor.row = this->key();
  descriptor.key_columns = {0};
  descriptor.deadlines = {{.name = "close", .offset_ms = 10, .settled_by = kFlag}};
  TimeOrderedRows* rows = this->state_->time_ordered_rows(descriptor).value();
  const auto append = [&](const std::vector<std::optional<int64_t>>& keys, int64_t time) {
    const std::vector<int64_t> times(keys.size(), time);
    const std::vector<ColumnPtr> columns = {bigints(keys)};
    ASSERT_TRUE(rows->append({.keys = this->keys(keys), .columns = columns, .times = times.data()}).ok());
  };
  const auto find = [&] {
    ProbeCursor cursor;
    RowMatches found;
    const int64_t time = 0;
    EXPECT_FALSE(rows->find(this->keys({7}), {&time, INT64_MIN, INT64_MAX}, cursor, 10, found).value());
    return found.rows;
  };
  append(this->first_keys(this->kKeys / 2), 100);
  append(this->first_keys(this->kKeys), 100);
  this->expect_several_segments_all_changed();

  this->snapshot();
  const std::vector<RowHandle> found = find();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(this->changed(), 0u);
  ASSERT_TRUE(rows->add_flags(found, kFlag).ok());
  EXPECT_EQ(this->changed(), 1u);
  this->snapshot();
  ASSERT_TRUE(rows->add_flags(found, kFlag).ok());
  EXPECT_EQ(this->changed(), 0u) << "flags that were there already";
  append({7}, 50);
  EXPECT_EQ(this->changed(), 1u);
  this->snapshot();
  DueRows due;
  ASSERT_FALSE(rows->take_due(0, 59, 10, due).value());
  EXPECT_EQ(this->changed(), 0u);
  ASSERT_FALSE(rows->take_due(0, 60, 10, due).value());
  EXPECT_EQ(this->changed(), 1u) << "a deadline that was given out";
  this->snapshot();
  ASSERT_TRUE(rows->expire(99).ok());
  EXPECT_EQ(this->changed(), 0u) << "a limit alone lets no slab go";
  ASSERT_TRUE(rows->expire(100).ok());
  if (!TypeParam::kCollide) {
    EXPECT_GT(this->changed(), 0u);
  }
}

}  // namespace
}  // namespace eddyline::state
