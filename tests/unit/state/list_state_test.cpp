#include "state/list_state.hpp"

#include <gtest/gtest.h>

#include "tests/unit/state/state_suite.hpp"

namespace eddyline::state {
namespace {

template <class Setup>
class ListStateTest : public KeyedStateSuite<Setup> {
 protected:
  using Element = std::pair<std::optional<int64_t>, std::optional<std::string>>;

  void open(std::chrono::milliseconds ttl = std::chrono::milliseconds(0)) {
    ListStateDescriptor descriptor;
    descriptor.name = "rows";
    descriptor.key = number_and_text();
    descriptor.ttl = ttl;
    descriptor.element = number_and_text();
    list_ = this->state_->list_state(descriptor).value();
  }

  void append(const std::vector<RandomKeys::Key>& keys, const std::vector<Element>& elements, int64_t now = 0) {
    const std::vector<ColumnPtr> columns = columns_of(elements);
    ASSERT_TRUE(list_->append(this->key_batch(columns_of(keys)), columns, ProcessingTime(now)).ok());
  }

  /// (position, element) of the keys' lists, asking for `limit` at a time.
  std::vector<std::pair<int32_t, Element>> read(const std::vector<RandomKeys::Key>& keys, size_t limit,
                                                int64_t now = 0) {
    std::vector<std::pair<int32_t, Element>> all;
    ListCursor cursor;
    const KeyBatch& batch = this->key_batch(columns_of(keys));
    ListElements found;
    for (bool more = true; more;) {
      found.clear();
      more = list_->read(batch, ProcessingTime(now), cursor, limit, found).value();
      EXPECT_LE(found.slots.size(), limit);
      MutableColumn numbers(PhysicalType::kInt64, limit);
      MutableColumn texts(PhysicalType::kString, limit);
      list_->gather(found.slots, 0, numbers, 0);
      list_->gather(found.slots, 1, texts, 0);
      const ColumnPtr n = numbers.seal(found.slots.size());
      const ColumnPtr t = texts.seal(found.slots.size());
      for (size_t i = 0; i < found.slots.size(); ++i) {
        Element element;
        if (!n->is_null(i)) element.first = static_cast<int64_t>(Value::from(*n, i).as_integer());
        if (!t->is_null(i)) element.second = Value::from(*t, i).as_string();
        all.emplace_back(found.positions[i], element);
      }
    }
    return all;
  }

  static std::vector<ColumnPtr> columns_of(const std::vector<Element>& rows) {
    std::vector<std::optional<int64_t>> numbers;
    std::vector<std::optional<std::string>> texts;
    for (const Element& row : rows) {
      numbers.push_back(row.first);
      texts.push_back(row.second);
    }
    return {bigints(numbers), strings(texts)};
  }

  ListState* list_ = nullptr;
};

TYPED_TEST_SUITE(ListStateTest, StateBackends);

TYPED_TEST(ListStateTest, ElementsComeInOrderOfArrival) {
  this->open();
  this->append({{1, "a"}, {2, "b"}, {1, "a"}}, {{10, "x"}, {20, "y"}, {11, std::nullopt}});
  this->append({{1, "a"}}, {{12, "a text of more than twelve bytes"}});
  using Rows = std::vector<std::pair<int32_t, std::pair<std::optional<int64_t>, std::optional<std::string>>>>;
  EXPECT_EQ(
      this->read({{2, "b"}, {3, "c"}, {1, "a"}}, 2),
      (Rows{{0, {20, "y"}}, {2, {10, "x"}}, {2, {11, std::nullopt}}, {2, {12, "a text of more than twelve bytes"}}}));
}

TYPED_TEST(ListStateTest, ClearedListsBeginAnew) {
  this->open();
  this->append({{1, "a"}, {1, "a"}, {2, "b"}}, {{1, "x"}, {2, "x"}, {3, "x"}});
  ASSERT_TRUE(this->list_->clear(this->key_batch(this->columns_of({{1, "a"}, {1, "a"}, {9, "z"}}))).ok());
  EXPECT_EQ(this->list_->size(), 1u);
  this->append({{1, "a"}}, {{7, "y"}});
  EXPECT_EQ(this->read({{1, "a"}}, 10).size(), 1u);
}

TYPED_TEST(ListStateTest, ElementsGoOneByOneWhenTheirTimeToLiveIsOver) {
  this->open(std::chrono::milliseconds(100));
  this->append({{1, "a"}}, {{1, "x"}}, 1000);
  this->append({{1, "a"}}, {{2, "x"}}, 1050);
  EXPECT_EQ(this->read({{1, "a"}}, 10, 1099).size(), 2u);
  EXPECT_EQ(this->read({{1, "a"}}, 10, 1100).size(), 1u);
  EXPECT_EQ(this->read({{1, "a"}}, 10, 1150).size(), 0u);
}

TYPED_TEST(ListStateTest, AListWhoseElementsWereAllOverBeginsAnew) {
  this->open(std::chrono::milliseconds(100));
  this->append({{1, "a"}}, {{1, "x"}}, 1000);
  this->append({{1, "a"}}, {{2, "y"}}, 1200);
  this->append({{1, "a"}}, {{3, "z"}}, 1201);
  using Rows = std::vector<std::pair<int32_t, typename TestFixture::Element>>;
  EXPECT_EQ(this->read({{1, "a"}}, 10, 1250), (Rows{{0, {2, "y"}}, {0, {3, "z"}}}));
}

TYPED_TEST(ListStateTest, AgreesWithANaiveModelOnRandomWork) {
  this->open();
  std::map<RandomKeys::Key, std::vector<typename TestFixture::Element>> model;
  Random random(5);
  for (int step = 0; step < 100; ++step) {
    const RandomKeys keys(random, 1 + random.below(60), 150);
    const RandomKeys elements(random, keys.keys.size(), 1000);
    this->append(keys.keys, elements.keys);
    size_t total = 0;
    for (size_t i = 0; i < keys.keys.size(); ++i) model[keys.keys[i]].push_back(elements.keys[i]);
    if (step % 7 == 0) {
      const RandomKeys cleared(random, 20, 150);
      ASSERT_TRUE(this->list_->clear(this->key_batch(cleared.columns())).ok());
      for (const auto& key : cleared.keys) model.erase(key);
    }
    const RandomKeys wanted(random, 10, 160);
    std::vector<std::pair<int32_t, typename TestFixture::Element>> expected;
    for (size_t i = 0; i < wanted.keys.size(); ++i) {
      const auto found = model.find(wanted.keys[i]);
      if (found == model.end()) continue;
      for (const auto& element : found->second) expected.emplace_back(static_cast<int32_t>(i), element);
    }
    ASSERT_EQ(this->read(wanted.keys, 1 + random.below(20)), expected);
    for (const auto& [key, list] : model) total += list.size();
    ASSERT_EQ(this->list_->size(), total);
  }
}

}  // namespace
}  // namespace eddyline::state
