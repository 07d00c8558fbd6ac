#include "schemas/control_messages.hpp"

#include <gtest/gtest.h>

namespace eddyline::schemas {
namespace {

TEST(ControlMessagesTest, StatesHaveFlinksNames) {
  EXPECT_EQ(subtask_state_name(SubtaskState::kInitializing), "INITIALIZING");
  EXPECT_EQ(subtask_state_name(SubtaskState::kCanceling), "CANCELING");
  EXPECT_EQ(job_state_name(JobState::kCancelling), "CANCELLING");
  EXPECT_EQ(job_state_name(JobState::kReconciling), "RECONCILING");
}

TEST(ControlMessagesTest, EndsAreTerminal) {
  EXPECT_TRUE(is_terminal(SubtaskState::kFinished));
  EXPECT_TRUE(is_terminal(SubtaskState::kCanceled));
  EXPECT_TRUE(is_terminal(SubtaskState::kFailed));
  EXPECT_FALSE(is_terminal(SubtaskState::kCanceling));
  EXPECT_TRUE(is_terminal(JobState::kFailed));
  EXPECT_FALSE(is_terminal(JobState::kSuspended));
  EXPECT_FALSE(is_terminal(JobState::kFailing));
}

}  // namespace
}  // namespace eddyline::schemas
