#include "state/map_order.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "common/columnar/stored_text.hpp"
#include "state/row/row_codec.hpp"
#include "tests/unit/state/state_suite.hpp"

namespace eddyline::state {
namespace {

template <class Setup>
class MapOrderTest : public KeyedStateSuite<Setup> {
 protected:
  void open(const DataType& type, std::chrono::milliseconds ttl = std::chrono::milliseconds(0)) {
    MapStateDescriptor descriptor;
    descriptor.name = "values";
    descriptor.key = {{"k", DataType::bigint()}};
    descriptor.ttl = ttl;
    descriptor.map_key = {{"v", type}};
    descriptor.value = {{"count", DataType::bigint()}};
    descriptor.ordered = true;
    map_ = this->state_->map_state(descriptor).value();
    order_ = map_->order();
  }

  /// Entries of (key, cell), made where they are missing.
  std::vector<uint8_t*> entries(int64_t key, const ColumnPtr& cells, int64_t now = 0) {
    StateRows rows;
    const std::vector<std::optional<int64_t>> keys(cells->size(), key);
    const std::vector<ColumnPtr> columns = {cells};
    EXPECT_TRUE(
        map_->prepare(this->key_batch({bigints(keys)}), columns, IfMissing::kCreate, ProcessingTime(now), rows).ok());
    EXPECT_TRUE(map_->written(rows.slots, ProcessingTime(now)).ok());
    return rows.slots;
  }
  uint8_t* entry(int64_t key, int64_t value, int64_t now = 0) { return entries(key, bigints({value}), now)[0]; }

  template <class T>
  T value_of(const uint8_t* slot) const {
    return load_value<T>(slot, map_->map_key_layout().offset(0));
  }
  /// Takes the order apart from its least entry on.
  template <class T>
  std::vector<T> drain(const uint8_t* any) {
    std::vector<T> values;
    while (uint8_t* least = order_->least(any, ProcessingTime(0))) {
      values.push_back(value_of<T>(least));
      order_->remove(least);
    }
    return values;
  }

  MapState* map_ = nullptr;
  MapOrder* order_ = nullptr;
};

TYPED_TEST_SUITE(MapOrderTest, StateBackends);

TYPED_TEST(MapOrderTest, StartTakesInWhatTheKeyHasAndNothingElse) {
  this->open(DataType::bigint());
  uint8_t* of_other_key = this->entry(2, -50);
  uint8_t* any = this->entry(1, 7);
  this->entry(1, 3);
  this->entry(1, 5);
  EXPECT_FALSE(this->order_->started(any));
  this->order_->start(any);
  EXPECT_TRUE(this->order_->started(any));
  EXPECT_FALSE(this->order_->started(of_other_key));
  uint8_t* later = this->entry(1, 1);
  EXPECT_EQ(this->template value_of<int64_t>(this->order_->least(any, ProcessingTime(0))), 3);
  this->order_->insert(later);
  this->order_->insert(later);
  EXPECT_EQ(this->template drain<int64_t>(any), (std::vector<int64_t>{1, 3, 5, 7}));
  EXPECT_EQ(this->order_->greatest(any, ProcessingTime(0)), nullptr);
}

TYPED_TEST(MapOrderTest, ALargeKeyIsInOrderBeforeAnyoneAsks) {
  this->open(DataType::bigint());
  // The number of entries at which the order of a key starts by itself lies between.
  constexpr int64_t kFew = 1000;
  const int64_t many = TypeParam::kCollide ? 5000 : 20'000;
  uint8_t* any = this->entry(1, 0);
  int64_t started_at = 0;
  for (int64_t first = 0; first < many; first += kFew) {
    std::vector<std::optional<int64_t>> cells;
    for (int64_t value = first; value < first + kFew; ++value) cells.emplace_back(-value);
    for (uint8_t* slot : this->entries(1, bigints(cells))) this->order_->insert(slot);
    if (started_at == 0 && this->order_->started(any)) started_at = first + kFew;
  }
  EXPECT_GT(started_at, kFew);
  EXPECT_LE(started_at, 5000);
  EXPECT_EQ(this->template value_of<int64_t>(this->order_->least(any, ProcessingTime(0))), 1 - many);
  EXPECT_EQ(this->order_->greatest(any, ProcessingTime(0)), any);
}

TYPED_TEST(MapOrderTest, AKeyWhoseEntriesWereAllErasedBeginsWithoutOrder) {
  this->open(DataType::bigint());
  uint8_t* first = this->entry(1, 7);
  this->order_->start(first);
  ASSERT_TRUE(this->map_->erase(std::vector<uint8_t*>{first}).ok());
  EXPECT_EQ(this->map_->size(), 0u);
  uint8_t* again = this->entry(1, 8);
  if (!this->order_->started(again)) this->order_->start(again);
  this->order_->insert(again);
  EXPECT_EQ(this->template drain<int64_t>(again), (std::vector<int64_t>{8}));
}

TYPED_TEST(MapOrderTest, NaNIsTheGreatest) {
  this->open(DataType::double_());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  MutableColumn column(PhysicalType::kDouble, 4);
  const double cells[] = {nan, infinity, -infinity, 0.5};
  std::copy(std::begin(cells), std::end(cells), column.values<double>());
  const std::vector<uint8_t*> made = this->entries(1, column.seal(4));
  this->order_->start(made[0]);
  EXPECT_EQ(this->order_->greatest(made[0], ProcessingTime(0)), made[0]);
  this->order_->remove(made[0]);
  EXPECT_EQ(this->template drain<double>(made[1]), (std::vector<double>{-infinity, 0.5, infinity}));
  this->order_->insert(made[0]);
  this->order_->insert(made[1]);
  EXPECT_EQ(this->order_->greatest(made[0], ProcessingTime(0)), made[0]);
  EXPECT_EQ(this->order_->least(made[0], ProcessingTime(0)), made[1]);
}

TYPED_TEST(MapOrderTest, TextsGoByteByByte) {
  this->open(DataType::string());
  const std::vector<uint8_t*> made =
      this->entries(1, strings({"b", "a name longer than twelve bytes", "", "\xc3\xa4", "a name longer than"}));
  this->order_->start(made[0]);
  std::vector<std::string> texts;
  for (const StoredText& text : this->template drain<StoredText>(made[0])) texts.emplace_back(text.view());
  EXPECT_EQ(texts,
            (std::vector<std::string>{"", "a name longer than", "a name longer than twelve bytes", "b", "\xc3\xa4"}));
}

TYPED_TEST(MapOrderTest, EntriesLeaveWhenTheirTimeToLiveIsOver) {
  this->open(DataType::bigint(), std::chrono::milliseconds(100));
  uint8_t* old = this->entry(1, 1, 0);
  uint8_t* young = this->entry(1, 2, 50);
  this->order_->start(young);
  EXPECT_EQ(this->order_->least(young, ProcessingTime(99)), old);
  EXPECT_EQ(this->order_->least(young, ProcessingTime(100)), young);
  EXPECT_EQ(this->order_->greatest(young, ProcessingTime(150)), nullptr);
}

TYPED_TEST(MapOrderTest, AgreesWithANaiveModelOnRandomWork) {
  this->open(DataType::bigint());
  std::map<int64_t, std::set<int64_t>> model;
  Random random(5);
  for (int step = 0; step < 3000; ++step) {
    const auto key = static_cast<int64_t>(random.below(3));
    const auto value = static_cast<int64_t>(random.below(200));
    uint8_t* slot = this->entry(key, value);
    if (!this->order_->started(slot)) {
      this->order_->start(slot);
      model[key] = {value};
    }
    switch (random.below(4)) {
      case 0:
        ASSERT_TRUE(this->map_->erase(std::vector<uint8_t*>{slot}).ok());
        model[key].erase(value);
        continue;
      case 1:
        this->order_->remove(slot);
        model[key].erase(value);
        break;
      default:
        this->order_->insert(slot);
        model[key].insert(value);
        break;
    }
    uint8_t* least = this->order_->least(slot, ProcessingTime(0));
    ASSERT_EQ(least == nullptr, model[key].empty());
    if (least == nullptr) continue;
    ASSERT_EQ(this->template value_of<int64_t>(least), *model[key].begin());
    ASSERT_EQ(this->template value_of<int64_t>(this->order_->greatest(slot, ProcessingTime(0))), *model[key].rbegin());
  }
}

}  // namespace
}  // namespace eddyline::state
