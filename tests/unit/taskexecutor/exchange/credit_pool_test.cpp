#include "taskexecutor/exchange/credit_pool.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace eddyline::taskexecutor {
namespace {

TEST(CreditPool, HasCreditUntilTheLastByteAndMayGoBelow) {
  CreditPool pool{Bytes(100)};
  pool.take(99);
  EXPECT_TRUE(pool.has_credit());
  pool.take(50);
  EXPECT_FALSE(pool.has_credit());
  pool.give_back(49);
  EXPECT_FALSE(pool.has_credit());
  pool.give_back(1);
  EXPECT_TRUE(pool.has_credit());
}

TEST(CreditPool, IsAmpleAboveAQuarter) {
  CreditPool pool{Bytes(100)};
  pool.take(75);
  EXPECT_FALSE(pool.has_ample_credit());
  pool.give_back(1);
  EXPECT_TRUE(pool.has_ample_credit());
}

TEST(CreditPool, AnEmptyOneNeverHasCredit) {
  CreditPool pool{Bytes(0)};
  EXPECT_FALSE(pool.has_credit());
  EXPECT_FALSE(pool.has_ample_credit());
}

TEST(CreditPool, LosesNothingBetweenThreads) {
  constexpr int kThreads = 4;
  constexpr int kTimes = 10'000;
  CreditPool pool{Bytes(1)};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&pool] {
      for (int i = 0; i < kTimes; ++i) pool.take(1);
    });
  }
  for (int i = 0; i < kThreads * kTimes; ++i) pool.give_back(1);
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(pool.has_credit());
  pool.take(1);
  EXPECT_FALSE(pool.has_credit());
}

}  // namespace
}  // namespace eddyline::taskexecutor
