#include "common/concurrency/spsc_ring.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace eddyline {
namespace {

/// Counts how many of its kind exist.
struct Counted {
  Counted() { ++alive; }
  Counted(int content) : value(content) { ++alive; }  // NOLINT
  Counted(const Counted& other) : value(other.value) { ++alive; }
  Counted& operator=(const Counted&) = default;
  ~Counted() { --alive; }

  int value = 0;
  static inline int alive = 0;
};

std::vector<int> pop_all(SpscRing<Counted>& ring) {
  std::vector<int> values;
  while (ring.front() != nullptr) values.push_back(ring.pop().value);
  return values;
}

TEST(SpscRing, HasNoSlotsBeforeTheFirstElementAndFewForShortQueues) {
  SpscRing<Counted> ring(64);
  EXPECT_EQ(Counted::alive, 0);
  for (int value = 0; value < 1000; ++value) {
    ring.push(value);
    EXPECT_EQ(pop_all(ring), std::vector<int>{value});
  }
  EXPECT_EQ(Counted::alive, 2);
}

TEST(SpscRing, GrowsToItsCapacityInOrderAndKeepsOneRunOfSlots) {
  {
    SpscRing<Counted> ring(64);
    for (int round = 0; round < 3; ++round) {
      ring.push(-round);
      EXPECT_EQ(ring.pop().value, -round);
      std::vector<int> pushed;
      while (ring.free_slots() > 0) {
        pushed.push_back(static_cast<int>(pushed.size()));
        ring.push(pushed.back());
      }
      EXPECT_EQ(pushed.size(), 64U);
      EXPECT_EQ(ring.size(), 64U);
      EXPECT_EQ(pop_all(ring), pushed);
      EXPECT_EQ(Counted::alive, 64);
    }
    ring.push(1);
  }
  EXPECT_EQ(Counted::alive, 0);
}

TEST(SpscRing, GoesWithElementsInSeveralRunsOfSlots) {
  {
    SpscRing<Counted> ring(64);
    for (int value = 0; value < 20; ++value) ring.push(value);
  }
  EXPECT_EQ(Counted::alive, 0);
}

TEST(SpscRing, TwoThreadsSeeOneOrderWhileItGrows) {
  constexpr int kRings = 20;
  constexpr int kElements = 200;
  for (int count = 0; count < kRings; ++count) {
    SpscRing<int> ring(32);
    std::thread producer([&] {
      for (int value = 0; value < kElements;) {
        if (ring.free_slots() > 0) {
          ring.push(value++);
        } else {
          std::this_thread::yield();
        }
      }
    });
    for (int expected = 0; expected < kElements;) {
      if (ring.front() == nullptr) {
        std::this_thread::yield();
        continue;
      }
      ASSERT_EQ(ring.pop(), expected);
      ++expected;
    }
    producer.join();
  }
}

}  // namespace
}  // namespace eddyline
