#include "programs/sql/client_signals.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <future>

#include "tests/process_driver/no_threads_left.hpp"

namespace eddyline::programs {
namespace {

TEST(ClientSignalsTest, BecomeCalls) {
  ClientSignals signals;
  std::promise<void> interrupted;
  std::promise<int> ended;
  std::promise<void> redrawn;
  const Status started = signals.start({[&] { interrupted.set_value(); }, [&](int signal) { ended.set_value(signal); },
                                        [&] { redrawn.set_value(); }});
  ASSERT_TRUE(started.ok()) << started.to_string();
  kill(getpid(), SIGINT);
  interrupted.get_future().wait();
  EXPECT_EQ(signals.received(), SIGINT);
  kill(getpid(), SIGWINCH);
  redrawn.get_future().wait();
  kill(getpid(), SIGHUP);
  EXPECT_EQ(ended.get_future().get(), SIGHUP);
  EXPECT_EQ(signals.received(), SIGHUP);
}

TEST(ClientSignalsTest, WithoutAThreadForThemTheStartFails) {
  const tests::NoThreadsLeft shortage;
  ClientSignals signals;
  const Status refused = signals.start({});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.message().find("the thread 'signals' cannot be started: "), 0U) << refused.message();
  signals.stop();
}

}  // namespace
}  // namespace eddyline::programs
