#include "common/concurrency/wakeup.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <thread>

#include "common/concurrency/sleep_time.hpp"

namespace eddyline {
namespace {

constexpr int64_t kFarFuture = std::numeric_limits<int64_t>::max();

TEST(Wakeup, IsNotifiedAtFirstSoThatItsOwnerLooksOnce) {
  Wakeup wakeup;
  EXPECT_TRUE(wakeup.notified());
  wakeup.wait(std::nullopt);
  wakeup.clear();
  EXPECT_FALSE(wakeup.notified());
}

TEST(Wakeup, ANoticeBeforeTheWaitEndsIt) {
  Wakeup wakeup;
  wakeup.clear();
  wakeup.notify();
  wakeup.notify();
  wakeup.wait(std::nullopt);
  EXPECT_TRUE(wakeup.notified());
}

TEST(Wakeup, AWaitThatTimesOutLeavesNoNotice) {
  Wakeup wakeup;
  wakeup.clear();
  wakeup.wait(std::chrono::nanoseconds(1));
  wakeup.wait(std::chrono::nanoseconds(0));
  wakeup.wait(std::chrono::nanoseconds(-1));
  EXPECT_FALSE(wakeup.notified());
}

TEST(Wakeup, EveryNoticeOfManyThreadsIsSeen) {
  constexpr int64_t kNotices = 20'000;
  Wakeup wakeup;
  std::atomic<int64_t> given{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&] {
      for (int64_t notice = 0; notice < kNotices; ++notice) {
        given.fetch_add(1, std::memory_order_seq_cst);
        wakeup.notify();
      }
    });
  }
  // Ends only if no last notice is ever missed.
  while (given.load(std::memory_order_seq_cst) < 3 * kNotices) {
    wakeup.clear();
    if (given.load(std::memory_order_seq_cst) < 3 * kNotices) wakeup.wait(std::nullopt);
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(SleepTime, IsTheTimeLeft) {
  EXPECT_EQ(sleep_time(ProcessingTime(1000), ProcessingTime(1500)), std::chrono::milliseconds(500));
  EXPECT_EQ(sleep_time(ProcessingTime(1000), ProcessingTime(1000)), std::chrono::nanoseconds(0));
  EXPECT_EQ(sleep_time(ProcessingTime(1000), ProcessingTime(999)), std::chrono::nanoseconds(0));
}

TEST(SleepTime, CenturiesAreSleptThroughDayByDay) {
  constexpr int64_t kThreeHundredYears = int64_t{300} * 365 * 24 * 60 * 60 * 1000;
  EXPECT_EQ(sleep_time(ProcessingTime(0), ProcessingTime(kThreeHundredYears)), kSleepMax);
  EXPECT_EQ(sleep_time(ProcessingTime(0), ProcessingTime(kFarFuture)), kSleepMax);
  EXPECT_EQ(sleep_time(ProcessingTime(-kFarFuture), ProcessingTime(kFarFuture)), kSleepMax);
  EXPECT_EQ(sleep_time(ProcessingTime(kFarFuture), ProcessingTime(-kFarFuture)), std::chrono::nanoseconds(0));
}

}  // namespace
}  // namespace eddyline
