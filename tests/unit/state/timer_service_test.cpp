#include "state/timer_service.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "tests/unit/state/state_suite.hpp"

namespace eddyline::state {
namespace {

constexpr TimeDomain kEvent = TimeDomain::kEventTime;
constexpr TimeDomain kProcessing = TimeDomain::kProcessingTime;

template <class Setup>
class TimerServiceTest : public KeyedStateSuite<Setup> {
 protected:
  /// Time, namespace, key.
  using Timer = std::tuple<int64_t, int64_t, RandomKeys::Key>;

  void SetUp() override { timers_ = this->state_->timers({"timers", number_and_text()}).value(); }

  const KeyBatch& keys_of(const std::vector<Timer>& timers) {
    times_.clear();
    namespaces_.clear();
    std::vector<std::optional<int64_t>> numbers;
    std::vector<std::optional<std::string>> texts;
    for (const auto& [time, name_space, key] : timers) {
      times_.push_back(time);
      namespaces_.push_back(name_space);
      numbers.push_back(key.first);
      texts.push_back(key.second);
    }
    return this->key_batch({bigints(numbers), strings(texts)});
  }
  void add(TimeDomain domain, const std::vector<Timer>& timers) {
    const KeyBatch& keys = keys_of(timers);
    ASSERT_TRUE(timers_->add(domain, keys, times_.data(), namespaces_.data()).ok());
  }
  void remove(TimeDomain domain, const std::vector<Timer>& timers) {
    const KeyBatch& keys = keys_of(timers);
    ASSERT_TRUE(timers_->remove(domain, keys, times_.data(), namespaces_.data()).ok());
  }
  std::vector<Timer> take(TimeDomain domain, int64_t until, size_t limit) {
    std::vector<Timer> taken;
    DueTimers due;
    for (bool more = true; more;) {
      more = timers_->take_due(domain, until, limit, due).value();
      EXPECT_LE(due.size(), limit);
      for (size_t i = 0; i < due.size(); ++i) {
        RandomKeys::Key key;
        if (!due.keys[0]->is_null(i)) key.first = static_cast<int64_t>(Value::from(*due.keys[0], i).as_integer());
        if (!due.keys[1]->is_null(i)) key.second = Value::from(*due.keys[1], i).as_string();
        taken.emplace_back(due.times[i], due.namespaces[i], key);
      }
    }
    return taken;
  }

  TimerService* timers_ = nullptr;
  std::vector<int64_t> times_;
  std::vector<int64_t> namespaces_;
};

TYPED_TEST_SUITE(TimerServiceTest, StateBackends);

TYPED_TEST(TimerServiceTest, TimersComeInOrderOfTimeThenOfRegistration) {
  using Timers = std::vector<typename TestFixture::Timer>;
  this->add(kEvent, {{30, 0, {1, "a"}}, {10, 0, {2, "b"}}, {10, 0, {1, "a"}}, {31, 0, {1, "a"}}});
  EXPECT_EQ(this->timers_->next(kEvent), 10);
  EXPECT_EQ(this->take(kEvent, 30, 2), (Timers{{10, 0, {2, "b"}}, {10, 0, {1, "a"}}, {30, 0, {1, "a"}}}));
  EXPECT_EQ(this->timers_->next(kEvent), 31);
}

TYPED_TEST(TimerServiceTest, RegisteringTwiceGivesOneCall) {
  this->add(kEvent, {{10, 5, {1, "a"}}, {10, 5, {1, "a"}}});
  this->add(kEvent, {{10, 5, {1, "a"}}, {10, 6, {1, "a"}}});
  EXPECT_EQ(this->timers_->size(kEvent), 2u);
  EXPECT_EQ(this->take(kEvent, 10, 10).size(), 2u);
}

TYPED_TEST(TimerServiceTest, DomainsAreApart) {
  this->add(kEvent, {{10, 0, {1, "a"}}});
  this->add(kProcessing, {{10, 0, {1, "a"}}});
  EXPECT_EQ(this->take(kProcessing, 100, 10).size(), 1u);
  EXPECT_EQ(this->timers_->next(kProcessing), std::nullopt);
  EXPECT_EQ(this->timers_->next(kEvent), 10);
}

TYPED_TEST(TimerServiceTest, RemovedTimersDoNotCome) {
  this->add(kEvent, {{10, 0, {1, "a"}}, {10, 0, {2, "b"}}, {20, 0, {3, "c"}}});
  this->remove(kEvent, {{10, 0, {1, "a"}}, {20, 0, {3, "c"}}, {99, 0, {1, "a"}}});
  this->add(kEvent, {{10, 0, {1, "a"}}});
  using Timers = std::vector<typename TestFixture::Timer>;
  EXPECT_EQ(this->take(kEvent, 100, 10), (Timers{{10, 0, {2, "b"}}, {10, 0, {1, "a"}}}));
  EXPECT_EQ(this->timers_->size(kEvent), 0u);
}

TYPED_TEST(TimerServiceTest, AgreesWithANaiveModelOnRandomWork) {
  std::vector<typename TestFixture::Timer> model;
  Random random(11);
  int64_t now = 0;
  for (int step = 0; step < 150; ++step) {
    now += static_cast<int64_t>(random.below(10));
    const RandomKeys keys(random, random.below(60), 200);
    std::vector<typename TestFixture::Timer> added;
    for (const auto& key : keys.keys) {
      added.emplace_back(now + static_cast<int64_t>(random.below(50)), random.below(3), key);
    }
    this->add(kEvent, added);
    for (const auto& timer : added) {
      if (std::find(model.begin(), model.end(), timer) == model.end()) model.push_back(timer);
    }
    if (!model.empty() && step % 3 == 0) {
      std::vector<typename TestFixture::Timer> removed;
      for (int i = 0; i < 10; ++i) removed.push_back(model[random.below(model.size())]);
      this->remove(kEvent, removed);
      for (const auto& timer : removed) std::erase(model, timer);
    }
    std::vector<typename TestFixture::Timer> expected;
    for (const auto& timer : model) {
      if (std::get<0>(timer) <= now) expected.push_back(timer);
    }
    std::erase_if(model, [&](const auto& timer) { return std::get<0>(timer) <= now; });
    std::stable_sort(expected.begin(), expected.end(),
                     [](const auto& a, const auto& b) { return std::get<0>(a) < std::get<0>(b); });
    ASSERT_EQ(this->take(kEvent, now, 1 + random.below(20)), expected);
    ASSERT_EQ(this->timers_->size(kEvent), model.size());
  }
}

}  // namespace
}  // namespace eddyline::state
