#include "programs/local/interrupt_signals.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "tests/process_driver/no_threads_left.hpp"

namespace eddyline::programs {
namespace {

/// A process whose main thread never comes to an end by itself.
[[noreturn]] void run_and_interrupt(int signal, std::function<bool()> on_interrupt) {
  InterruptSignals signals;
  if (!signals.start(std::move(on_interrupt)).ok()) _exit(1);
  kill(getpid(), signal);
  while (true) pause();
}

class InterruptSignalsTest : public testing::Test {
 protected:
  InterruptSignalsTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(InterruptSignalsTest, EndsAtOnceWhenNothingEndsInOrder) {
  EXPECT_EXIT(run_and_interrupt(SIGINT, [] { return false; }), testing::ExitedWithCode(130), "");
}

TEST_F(InterruptSignalsTest, EndsWhatGoesOnAfterEverythingElseHasEnded) {
  EXPECT_EXIT(run_and_interrupt(SIGTERM, [asked = 0]() mutable { return asked++ == 0; }), testing::ExitedWithCode(143),
              "");
}

TEST_F(InterruptSignalsTest, WithoutAThreadForThemTheStartFails) {
  const tests::NoThreadsLeft shortage;
  InterruptSignals signals;
  const Status refused = signals.start([] { return false; });
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.message().find("the thread 'signals' cannot be started: "), 0U) << refused.message();
  signals.stop();
}

}  // namespace
}  // namespace eddyline::programs
