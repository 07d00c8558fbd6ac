#include "programs/local/interrupt_signals.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

namespace eddyline::programs {
namespace {

/// A process whose main thread never comes to an end by itself.
[[noreturn]] void run_and_interrupt(int signal, std::function<bool()> on_interrupt) {
  InterruptSignals signals;
  signals.start(std::move(on_interrupt));
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

}  // namespace
}  // namespace eddyline::programs
