#include "state/map_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "state/row/row_codec.hpp"
#include "tests/unit/state/state_suite.hpp"

namespace eddyline::state {
namespace {

template <class Setup>
class MapStateTest : public KeyedStateSuite<Setup> {
 protected:
  using Cell = std::optional<int64_t>;

  void open(std::chrono::milliseconds ttl = std::chrono::milliseconds(0)) {
    MapStateDescriptor descriptor;
    descriptor.name = "row counts";
    descriptor.key = {{"k", DataType::bigint()}};
    descriptor.ttl = ttl;
    descriptor.map_key = number_and_text();
    descriptor.value = {{"count", DataType::bigint()}};
    map_ = this->state_->map_state(descriptor).value();
  }

  /// Adds to the counts of (key, map key); entries that come to 0 go. The counts after, by row.
  std::vector<int64_t> add(const std::vector<Cell>& keys, const RandomKeys& map_keys,
                           const std::vector<int64_t>& deltas, int64_t now = 0) {
    StateRows rows;
    const std::vector<ColumnPtr> columns = map_keys.columns();
    EXPECT_TRUE(
        map_->prepare(this->key_batch({bigints(keys)}), columns, IfMissing::kCreate, ProcessingTime(now), rows).ok());
    const size_t offset = map_->layout().offset(0);
    std::vector<int64_t> after;
    for (size_t i = 0; i < keys.size(); ++i) {
      store_value(rows.slots[i], offset, load_value<int64_t>(rows.slots[i], offset) + deltas[i]);
      after.push_back(load_value<int64_t>(rows.slots[i], offset));
    }
    EXPECT_TRUE(map_->written(rows.slots, ProcessingTime(now)).ok());
    std::vector<uint8_t*> gone;
    for (uint8_t* slot : rows.slots) {
      if (load_value<int64_t>(slot, offset) == 0) gone.push_back(slot);
    }
    std::sort(gone.begin(), gone.end());
    gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
    EXPECT_TRUE(map_->erase(gone).ok());
    return after;
  }

  /// Counts by map key of one key.
  std::map<RandomKeys::Key, int64_t> entries(Cell key, size_t limit, int64_t now = 0) {
    std::map<RandomKeys::Key, int64_t> all;
    MapCursor cursor;
    MapEntries found;
    const KeyBatch& batch = this->key_batch({bigints({key})});
    for (bool more = true; more;) {
      found.clear();
      more = map_->entries(batch, ProcessingTime(now), cursor, limit, found).value();
      EXPECT_LE(found.slots.size(), limit);
      MutableColumn numbers(PhysicalType::kInt64, limit);
      MutableColumn texts(PhysicalType::kString, limit);
      map_->gather_map_key(found.slots, 0, numbers, 0);
      map_->gather_map_key(found.slots, 1, texts, 0);
      const ColumnPtr n = numbers.seal(found.slots.size());
      const ColumnPtr t = texts.seal(found.slots.size());
      for (size_t i = 0; i < found.slots.size(); ++i) {
        RandomKeys::Key map_key;
        if (!n->is_null(i)) map_key.first = static_cast<int64_t>(Value::from(*n, i).as_integer());
        if (!t->is_null(i)) map_key.second = Value::from(*t, i).as_string();
        EXPECT_TRUE(all.emplace(map_key, load_value<int64_t>(found.slots[i], map_->layout().offset(0))).second);
      }
    }
    return all;
  }

  MapState* map_ = nullptr;
};

TYPED_TEST_SUITE(MapStateTest, StateBackends);

TYPED_TEST(MapStateTest, EntriesOfDifferentKeysAreApart) {
  this->open();
  Random random(1);
  RandomKeys map_keys(random, 3, 1);
  EXPECT_EQ(this->add({1, 2, 1}, map_keys, {5, 6, 1}), (std::vector<int64_t>{5, 6, 6}));
  EXPECT_EQ(this->entries(1, 10).begin()->second, 6);
  EXPECT_EQ(this->entries(2, 10).begin()->second, 6);
  EXPECT_TRUE(this->entries(3, 10).empty());
}

TYPED_TEST(MapStateTest, EntriesGoWhenTheirTimeToLiveIsOver) {
  this->open(std::chrono::milliseconds(100));
  Random random(2);
  RandomKeys map_keys(random, 1, 1);
  this->add({1}, map_keys, {5}, 1000);
  EXPECT_EQ(this->entries(1, 10, 1099).size(), 1u);
  EXPECT_TRUE(this->entries(1, 10, 1100).empty());
  EXPECT_EQ(this->add({1}, map_keys, {2}, 1100), (std::vector<int64_t>{2}));
}

TYPED_TEST(MapStateTest, AgreesWithANaiveModelOnRandomWork) {
  this->open();
  std::map<typename TestFixture::Cell, std::map<RandomKeys::Key, int64_t>> model;
  Random random(3);
  for (int step = 0; step < 150; ++step) {
    const size_t count = random.below(120);
    std::vector<std::optional<int64_t>> keys(count);
    std::vector<int64_t> deltas(count);
    const RandomKeys map_keys(random, count, 30);
    std::vector<int64_t> expected;
    for (size_t i = 0; i < count; ++i) {
      keys[i] = random.below(15) == 0 ? std::nullopt : std::optional(static_cast<int64_t>(random.below(40)));
      deltas[i] = random.below(2) == 0 ? 1 : -1;
      expected.push_back(model[keys[i]][map_keys.keys[i]] += deltas[i]);
    }
    ASSERT_EQ(this->add(keys, map_keys, deltas), expected);
    size_t total = 0;
    for (auto& [key, entries] : model) {
      std::erase_if(entries, [](const auto& entry) { return entry.second == 0; });
      total += entries.size();
    }
    ASSERT_EQ(this->map_->size(), total);
    const auto key = static_cast<int64_t>(random.below(40));
    ASSERT_EQ(this->entries(key, 1 + random.below(10)), model[key]);
  }
}

}  // namespace
}  // namespace eddyline::state
