#include "state/value_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/columnar/stored_text.hpp"
#include "state/row/row_codec.hpp"
#include "tests/unit/state/state_suite.hpp"

namespace eddyline::state {
namespace {

ValueStateDescriptor counts(RowType key, std::chrono::milliseconds ttl = std::chrono::milliseconds(0)) {
  ValueStateDescriptor descriptor;
  descriptor.name = "counts";
  descriptor.key = std::move(key);
  descriptor.ttl = ttl;
  descriptor.value = {{"count", DataType::bigint()}, {"last", DataType::string()}};
  return descriptor;
}

template <class Setup>
class ValueStateTest : public KeyedStateSuite<Setup> {
 protected:
  void open(const ValueStateDescriptor& descriptor) { value_ = this->state_->value_state(descriptor).value(); }

  /// Adds 1 to the count of every key; the counts after, by row.
  std::vector<int64_t> add_one(const std::vector<std::optional<int64_t>>& keys, int64_t now = 0) {
    StateRows rows;
    EXPECT_TRUE(value_->prepare(this->key_batch({bigints(keys)}), IfMissing::kCreate, ProcessingTime(now), rows).ok());
    std::vector<int64_t> after;
    const size_t offset = value_->layout().offset(0);
    for (uint8_t* slot : rows.slots) {
      store_value(slot, offset, load_value<int64_t>(slot, offset) + 1);
      after.push_back(load_value<int64_t>(slot, offset));
    }
    EXPECT_TRUE(value_->written(rows.slots, ProcessingTime(now)).ok());
    return after;
  }

  ValueState* value_ = nullptr;
};

TYPED_TEST_SUITE(ValueStateTest, StateBackends);

TYPED_TEST(ValueStateTest, RowsOfOneKeyShareASlotWithinABatchAndAcrossBatches) {
  this->open(counts({{"k", DataType::bigint()}}));
  EXPECT_EQ(this->add_one({1, 2, 1, std::nullopt, 1}), (std::vector<int64_t>{1, 1, 2, 1, 3}));
  EXPECT_EQ(this->add_one({std::nullopt, 2, 0}), (std::vector<int64_t>{2, 2, 1}));
  EXPECT_EQ(this->value_->size(), 4u);
}

TYPED_TEST(ValueStateTest, MissingKeysAreSkippedOnRequest) {
  this->open(counts({{"k", DataType::bigint()}}));
  this->add_one({7});
  StateRows rows;
  ASSERT_TRUE(
      this->value_->prepare(this->key_batch({bigints({6, 7})}), IfMissing::kSkip, ProcessingTime(0), rows).ok());
  EXPECT_EQ(rows.slots[0], nullptr);
  ASSERT_NE(rows.slots[1], nullptr);
  EXPECT_EQ(this->value_->size(), 1u);
}

TYPED_TEST(ValueStateTest, CreatedIsSaidOnceAKey) {
  this->open(counts({{"k", DataType::bigint()}}));
  StateRows rows;
  ASSERT_TRUE(
      this->value_->prepare(this->key_batch({bigints({5, 5, 6})}), IfMissing::kCreate, ProcessingTime(0), rows).ok());
  EXPECT_EQ(rows.created, (std::vector<uint8_t>{1, 0, 1}));
  EXPECT_FALSE(this->value_->layout().is_present(rows.slots[0], 0));
}

TYPED_TEST(ValueStateTest, ErasedKeysBeginAnew) {
  this->open(counts({{"k", DataType::bigint()}}));
  this->add_one({1, 1, 2});
  StateRows rows;
  ASSERT_TRUE(this->value_->prepare(this->key_batch({bigints({1})}), IfMissing::kSkip, ProcessingTime(0), rows).ok());
  ASSERT_TRUE(this->value_->erase(rows.slots).ok());
  EXPECT_EQ(this->value_->size(), 1u);
  EXPECT_EQ(this->add_one({1, 2}), (std::vector<int64_t>{1, 2}));
}

TYPED_TEST(ValueStateTest, AnEntryIsGoneOnceItsLastWriteLiesItsTimeToLiveBack) {
  this->open(counts({{"k", DataType::bigint()}}, std::chrono::milliseconds(100)));
  this->add_one({1, 2}, 1000);
  EXPECT_EQ(this->add_one({1}, 1099), (std::vector<int64_t>{2}));
  EXPECT_EQ(this->add_one({1, 2, 2}, 1100), (std::vector<int64_t>{3, 1, 2}));
  StateRows rows;
  ASSERT_TRUE(
      this->value_->prepare(this->key_batch({bigints({1})}), IfMissing::kSkip, ProcessingTime(1200), rows).ok());
  EXPECT_EQ(rows.slots[0], nullptr);
}

TYPED_TEST(ValueStateTest, ASecondStateOfANameIsRefused) {
  this->open(counts({{"k", DataType::bigint()}}));
  EXPECT_EQ(this->state_->value_state(counts({{"k", DataType::bigint()}})).status().code(), ErrorCode::kAlreadyExists);
}

TYPED_TEST(ValueStateTest, UsedUpMemoryIsAnErrorThatNamesOperatorAndState) {
  this->make(Bytes(uint64_t{4} << 20));
  this->open(counts({{"k", DataType::bigint()}}));
  std::vector<std::optional<int64_t>> keys(2000);
  Status status;
  for (int64_t round = 0; round < 200 && status.ok(); ++round) {
    for (size_t i = 0; i < keys.size(); ++i) keys[i] = round * 2000 + static_cast<int64_t>(i);
    StateRows rows;
    status = this->value_->prepare(this->key_batch({bigints(keys)}), IfMissing::kCreate, ProcessingTime(0), rows);
    if (TypeParam::kCollide && round == 2) return;
  }
  ASSERT_EQ(status.code(), ErrorCode::kOutOfMemory);
  EXPECT_EQ(status.message().rfind("Test: state 'counts': ", 0), 0u) << status.message();
  EXPECT_LE(this->pool_->used(), this->pool_->limit());
}

TYPED_TEST(ValueStateTest, EveryKeyOfALargeStateIsFound) {
  this->open(counts({{"k", DataType::bigint()}}));
  const int64_t rounds = TypeParam::kCollide ? 2 : 100;
  std::vector<std::optional<int64_t>> keys(2000);
  for (int64_t pass = 1; pass <= 2; ++pass) {
    for (int64_t round = 0; round < rounds; ++round) {
      for (size_t i = 0; i < keys.size(); ++i) keys[i] = round * 2000 + static_cast<int64_t>(i);
      const std::vector<int64_t> after = this->add_one(keys);
      ASSERT_TRUE(std::all_of(after.begin(), after.end(), [&](int64_t count) { return count == pass; }));
    }
  }
  EXPECT_EQ(this->value_->size(), static_cast<size_t>(rounds) * 2000);
}

TYPED_TEST(ValueStateTest, AgreesWithANaiveModelOnRandomWork) {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    auto descriptor = counts(number_and_text());
    descriptor.name += std::to_string(seed);
    this->open(descriptor);
    const RowLayout& layout = this->value_->layout();
    std::map<RandomKeys::Key, std::pair<int64_t, std::string>> model;
    Random random(seed);
    for (int step = 0; step < 100; ++step) {
      const RandomKeys keys(random, random.below(100), 400);
      StateRows rows;
      ASSERT_TRUE(
          this->value_->prepare(this->key_batch(keys.columns()), IfMissing::kCreate, ProcessingTime(0), rows).ok());
      std::vector<uint8_t*> erased;
      for (size_t i = 0; i < keys.keys.size(); ++i) {
        auto& [count, last] = model[keys.keys[i]];
        ASSERT_EQ(load_value<int64_t>(rows.slots[i], layout.offset(0)), count);
        store_value(rows.slots[i], layout.offset(0), ++count);
        layout.set_present(rows.slots[i], 0);
        if (!last.empty()) {
          ASSERT_EQ(load_value<StoredText>(rows.slots[i], layout.offset(1)).view(), last);
        }
        last = std::string(random.below(40), 'x') + std::to_string(step);
        ASSERT_TRUE(this->value_->set_string(rows.slots[i], 1, last).ok());
        if (random.below(6) == 0) erased.push_back(rows.slots[i]);
      }
      std::sort(erased.begin(), erased.end());
      erased.erase(std::unique(erased.begin(), erased.end()), erased.end());
      for (size_t i = 0; i < keys.keys.size(); ++i) {
        if (std::binary_search(erased.begin(), erased.end(), rows.slots[i])) model.erase(keys.keys[i]);
      }
      ASSERT_TRUE(this->value_->erase(erased).ok());
      ASSERT_EQ(this->value_->size(), model.size());
    }
  }
}

}  // namespace
}  // namespace eddyline::state
