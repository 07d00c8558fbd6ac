#include "tests/unit/taskexecutor/process/core_test_base.hpp"

namespace eddyline::taskexecutor {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class RegistrationTest : public CoreTestBase {
 protected:
  void lose() { core_.on_disconnected(Status(ErrorCode::kUnavailable, "connection refused"), now()); }
  bool logged(std::string_view text) const {
    return std::ranges::any_of(captured_.lines(), [&](const std::string& line) { return line.find(text) != line.npos; });
  }
};

TEST_F(RegistrationTest, RegistersOnceConnected) {
  core_.start(now());
  EXPECT_EQ(asked_.take(), Notes{"connect"});
  core_.on_connected(now());
  EXPECT_EQ(asked_.take(), Notes{"send RegisterExecutor te-1"});
  EXPECT_FALSE(core_.registered());
  receive(schemas::ExecutorRegistered{77});
  EXPECT_TRUE(core_.registered());
  EXPECT_TRUE(logged("Successful registration at resource manager localhost:6123"));
}

TEST_F(RegistrationTest, TriesAgainAfterTwiceTheTime) {
  core_.start(now());
  milliseconds wait(100);
  for (int time = 0; time < 8; ++time, wait *= 2) {
    ASSERT_EQ(asked_.take(), Notes{"connect"}) << time;
    lose();
    pass(wait - milliseconds(1));
    ASSERT_EQ(asked_.take(), Notes{}) << time;
    pass(milliseconds(1));
  }
  lose();
  pass(wait);
  EXPECT_EQ(asked_.take(), (Notes{"connect", "connect"}));
  lose();
  pass(milliseconds(29'999));
  EXPECT_EQ(asked_.take(), Notes{});
  pass(milliseconds(1));
  EXPECT_EQ(asked_.take(), Notes{"connect"});
}

TEST_F(RegistrationTest, CountsTheTimeOfATryIntoTheWait) {
  core_.start(now());
  asked_.take();
  pass(seconds(7));
  lose();
  core_.tick(now());
  EXPECT_EQ(asked_.take(), Notes{"connect"});
}

TEST_F(RegistrationTest, GivesUpInTheEnd) {
  core_.start(now());
  lose();
  for (int time = 0; time < 600; ++time) {
    pass(milliseconds(500));
    lose();
  }
  const Notes notes = asked_.take();
  ASSERT_FALSE(notes.empty());
  EXPECT_EQ(notes.back(),
            "end process: Could not register at the ResourceManager localhost:6123 within the specified maximum registration "
            "duration 300000 ms. This indicates a problem with this instance. Terminating now.");
  EXPECT_EQ(core_.next_tick(), std::nullopt);
}

TEST_F(RegistrationTest, ARefusalIsLoggedAndTriedAgain) {
  core_.start(now());
  core_.on_connected(now());
  asked_.take();
  receive(schemas::ExecutorRefused{configuration_error("another version")});
  EXPECT_EQ(asked_.take(), Notes{"disconnect"});
  EXPECT_TRUE(logged("another version"));
  pass(milliseconds(100));
  EXPECT_EQ(asked_.take(), Notes{"connect"});
}

TEST_F(RegistrationTest, AJobManagerThatNeverAnswersIsLeft) {
  core_.start(now());
  core_.on_connected(now());
  asked_.take();
  pass(seconds(50));
  // The time of that try is over long ago.
  EXPECT_EQ(asked_.take(), (Notes{"disconnect", "connect"}));
}

TEST_F(RegistrationTest, SendsHeartbeatsAndWatchesForThem) {
  register_at_once();
  pass(seconds(45));
  EXPECT_EQ(asked_.take(), Notes(4, "send Heartbeat"));
  receive(schemas::Heartbeat());
  pass(seconds(49));
  EXPECT_EQ(asked_.take(), Notes(5, "send Heartbeat"));
  EXPECT_TRUE(core_.registered());
  pass(seconds(1));
  EXPECT_FALSE(core_.registered());
  EXPECT_TRUE(logged("The heartbeat of ResourceManager localhost:6123 timed out."));
}

TEST_F(RegistrationTest, RegistersAgainAfterALoss) {
  register_at_once();
  for (int minute = 0; minute < 10; ++minute) {
    pass(seconds(40));
    receive(schemas::Heartbeat());
  }
  asked_.take();
  lose();
  EXPECT_EQ(asked_.take(), Notes{});
  pass(milliseconds(100));
  EXPECT_EQ(asked_.take(), Notes{"connect"});
  core_.on_connected(now());
  receive(schemas::ExecutorRegistered{78});
  EXPECT_TRUE(core_.registered());
}

TEST_F(RegistrationTest, ALateAnswerOfALostConnectionChangesNothing) {
  core_.start(now());
  core_.on_connected(now());
  lose();
  receive(schemas::ExecutorRegistered{77});
  EXPECT_FALSE(core_.registered());
  lose();
  receive(schemas::ExecutorRefused{io_error("late")});
  EXPECT_FALSE(core_.registered());
}

TEST_F(RegistrationTest, EndsAtOnceWithoutJobs) {
  register_at_once();
  core_.shut_down(now());
  EXPECT_EQ(asked_.take(), (Notes{"disconnect", "end process: ok"}));
  core_.shut_down(now());
  core_.tick(now());
  EXPECT_EQ(asked_.take(), Notes{});
}

TEST_F(RegistrationTest, EndsWhileItWaitsForTheNextTry) {
  core_.start(now());
  lose();
  asked_.take();
  core_.shut_down(now());
  EXPECT_EQ(asked_.take(), Notes{"end process: ok"});
}

TEST_F(RegistrationTest, EndsTheConnectionAtWhatIsNoMessage) {
  register_at_once();
  core_.on_malformed_message(data_error("a message is cut short"), now());
  EXPECT_EQ(core_.dropped_messages(), 1U);
  EXPECT_FALSE(core_.registered());
  EXPECT_EQ(asked_.take(), Notes{"disconnect"});
  pass(std::chrono::milliseconds(100));
  EXPECT_EQ(asked_.take(), Notes{"connect"});
}

}  // namespace
}  // namespace eddyline::taskexecutor
