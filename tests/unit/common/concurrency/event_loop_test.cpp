#include "common/concurrency/event_loop.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace eddyline {
namespace {

using std::chrono::milliseconds;

std::optional<milliseconds> never() { return std::nullopt; }

/// Ticks each millisecond until it has done so often enough.
struct Ticker {
  explicit Ticker(int count) : left(count) {}

  EventLoop::Ticks ticks() {
    return {.tick =
                [this](Moment now) {
                  EXPECT_GE(now.steady, next);
                  next = now.steady + milliseconds(1);
                  if (--left == 0) done.set_value();
                },
            .next = [this] { return left > 0 ? std::optional(next) : std::nullopt; }};
  }

  int left;
  milliseconds next{0};
  std::promise<void> done;
};

class EventLoopTest : public testing::Test {
 protected:
  const SystemClock clock_;
};

TEST_F(EventLoopTest, DoesWhatIsPostedInOrder) {
  std::vector<int> done;
  EventLoop loop("test", {.tick = [](Moment) {}, .next = never}, clock_);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(loop.post([&done, i](Moment) { done.push_back(i); }));
  ASSERT_TRUE(loop.start().ok());
  loop.finish([&done](Moment) { done.push_back(3); });
  EXPECT_EQ(done, (std::vector{0, 1, 2, 3}));
  EXPECT_FALSE(loop.post([](Moment) { FAIL() << "it takes nothing any more"; }));
}

// Each event posts the next one, so that there is always something to do.
TEST_F(EventLoopTest, TicksWhileItsQueueNeverRunsEmpty) {
  Ticker ticker(20);
  EventLoop loop("test", ticker.ticks(), clock_);
  std::function<void(Moment)> again = [&](Moment) { loop.post(again); };
  loop.post(again);
  loop.post(again);
  ASSERT_TRUE(loop.start().ok());
  ticker.done.get_future().wait();
  loop.stop();
}

TEST_F(EventLoopTest, WhatWasPostedBeforeADeadlineIsDoneBeforeTheTickAndAtItsMoment) {
  std::vector<std::string> done;
  std::vector<milliseconds> moments;
  std::optional<milliseconds> deadline;
  EventLoop* posts = nullptr;
  std::promise<void> ticked;
  const auto note = [&](const std::string& what, Moment now) {
    done.push_back(what);
    moments.push_back(now.steady);
  };
  EventLoop loop("test",
                 {.tick =
                      [&](Moment now) {
                        note("tick", now);
                        deadline.reset();
                      },
                  .next = [&] { return deadline; }},
                 clock_);
  posts = &loop;
  loop.post([&](Moment now) {
    deadline = now.steady;
    posts->post([&](Moment at) {
      note("second", at);
      posts->post([&](Moment later) {
        note("too late", later);
        ticked.set_value();
      });
    });
    posts->post([&](Moment at) { note("third", at); });
  });
  ASSERT_TRUE(loop.start().ok());
  ticked.get_future().wait();
  loop.stop();
  EXPECT_EQ(done, (std::vector<std::string>{"second", "third", "tick", "too late"}));
  EXPECT_EQ(moments[0], moments[2]);
  EXPECT_EQ(moments[1], moments[2]);
}

// As a number of nanoseconds it is in the past.
TEST_F(EventLoopTest, SleepsForADeadlineThatIsCenturiesAway) {
  std::atomic<int> asked = 0;
  EventLoop loop("test",
                 {.tick = [](Moment) { FAIL() << "nothing is due"; },
                  .next =
                      [&] {
                        ++asked;
                        return std::optional(milliseconds::max());
                      }},
                 clock_);
  ASSERT_TRUE(loop.start().ok());
  for (int i = 0; i < 3; ++i) {
    std::promise<void> done;
    loop.post([&](Moment) { done.set_value(); });
    done.get_future().wait();
  }
  loop.stop();
  // Once before each event, and once more after the last.
  EXPECT_LE(asked, 4);
}

TEST_F(EventLoopTest, DropsWhatWaitsWhenItIsStopped) {
  EventLoop loop("test", {.tick = [](Moment) {}, .next = never}, clock_);
  std::promise<void> begun;
  std::promise<void> goes_on;
  loop.post([&](Moment) {
    begun.set_value();
    goes_on.get_future().wait();
  });
  loop.post([](Moment) { FAIL() << "it was dropped"; });
  ASSERT_TRUE(loop.start().ok());
  begun.get_future().wait();
  std::thread stopper([&] { loop.stop(); });
  while (loop.post([](Moment) {})) std::this_thread::yield();
  goes_on.set_value();
  stopper.join();
}

}  // namespace
}  // namespace eddyline
