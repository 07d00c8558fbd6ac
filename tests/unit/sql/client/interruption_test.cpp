#include "sql/client/interruption.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include <thread>

namespace eddyline::sql {
namespace {

bool is_readable(const Interruption& interruption) {
  pollfd looked_at{interruption.descriptor(), POLLIN, 0};
  return poll(&looked_at, 1, 0) > 0;
}

/// Whoever sleeps on the descriptor must find out why it woke, and nobody may sleep over an interruption.
TEST(InterruptionTest, IsRaisedWheneverItsDescriptorIsReadable) {
  Interruption interruption;
  for (int round = 0; round < 2000; ++round) {
    std::thread user([&] { interruption.raise(); });
    interruption.clear();
    user.join();
    EXPECT_EQ(interruption.raised(), is_readable(interruption));
  }
  interruption.clear();
  EXPECT_FALSE(interruption.raised());
  EXPECT_FALSE(is_readable(interruption));
}

TEST(InterruptionTest, StaysOnceItIsForGood) {
  Interruption interruption;
  interruption.raise_for_good();
  interruption.clear();
  EXPECT_TRUE(interruption.raised());
  EXPECT_TRUE(is_readable(interruption));
}

}  // namespace
}  // namespace eddyline::sql
