#include "taskexecutor/job/subtask_activity.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace eddyline::taskexecutor {
namespace {

/// What one look at a subtask says.
Activity look_at(const SubtaskActivity& subtask, const Wakeup& wakeup) {
  Activity activity;
  subtask.add_to(activity, wakeup);
  return activity;
}

class SubtaskActivityTest : public testing::Test {
 protected:
  // As a subtask leaves it before it goes to sleep.
  SubtaskActivityTest() { wakeup_.clear(); }

  SubtaskActivity subtask_;
  Wakeup wakeup_;
};

TEST_F(SubtaskActivityTest, ANewOneIsAwake) {
  EXPECT_EQ(look_at(subtask_, wakeup_).awake, 1U);
}

TEST_F(SubtaskActivityTest, ASleepingOneSaysWhenItWakesByItself) {
  subtask_.fall_asleep(ProcessingTime(17));
  const Activity activity = look_at(subtask_, wakeup_);
  EXPECT_EQ(activity.awake, 0U);
  EXPECT_EQ(activity.next_wake_up, ProcessingTime(17));
}

TEST_F(SubtaskActivityTest, OneThatSleepsForGoodHasNoTime) {
  subtask_.fall_asleep(std::nullopt);
  const Activity activity = look_at(subtask_, wakeup_);
  EXPECT_EQ(activity.awake, 0U);
  EXPECT_EQ(activity.next_wake_up, std::nullopt);
}

TEST_F(SubtaskActivityTest, ATimeAtEitherEndIsNoOtherState) {
  for (const int64_t time : {std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()}) {
    subtask_.fall_asleep(ProcessingTime(time));
    const Activity activity = look_at(subtask_, wakeup_);
    EXPECT_EQ(activity.awake, 0U) << time;
    EXPECT_EQ(activity.failed, 0U) << time;
    EXPECT_TRUE(activity.next_wake_up.has_value()) << time;
  }
}

TEST_F(SubtaskActivityTest, OneThatHasBeenToldSomethingCountsAsAwake) {
  subtask_.fall_asleep(ProcessingTime(17));
  wakeup_.notify();
  const Activity activity = look_at(subtask_, wakeup_);
  EXPECT_EQ(activity.awake, 1U);
  EXPECT_EQ(activity.next_wake_up, std::nullopt);
}

TEST_F(SubtaskActivityTest, AWakeUpBetweenTwoLooksShows) {
  subtask_.fall_asleep(std::nullopt);
  const Activity before = look_at(subtask_, wakeup_);
  subtask_.wake_up();
  subtask_.fall_asleep(std::nullopt);
  const Activity after = look_at(subtask_, wakeup_);
  EXPECT_EQ(after.awake, 0U);
  EXPECT_EQ(after.wake_ups, before.wake_ups + 1);
}

TEST_F(SubtaskActivityTest, AnEndedOneIsNotAwakeWhateverItIsTold) {
  subtask_.end(false);
  wakeup_.notify();
  const Activity activity = look_at(subtask_, wakeup_);
  EXPECT_EQ(activity.awake, 0U);
  EXPECT_EQ(activity.failed, 0U);
}

TEST_F(SubtaskActivityTest, AFailedOneIsCounted) {
  subtask_.end(true);
  EXPECT_EQ(look_at(subtask_, wakeup_).failed, 1U);
}

TEST_F(SubtaskActivityTest, SeveralAddUpToTheEarliestTime) {
  SubtaskActivity later;
  later.fall_asleep(ProcessingTime(20));
  SubtaskActivity never;
  never.fall_asleep(std::nullopt);
  subtask_.fall_asleep(ProcessingTime(10));
  Activity all;
  for (const SubtaskActivity* subtask : {&later, &never, &subtask_}) subtask->add_to(all, wakeup_);
  EXPECT_EQ(all.next_wake_up, ProcessingTime(10));
}

}  // namespace
}  // namespace eddyline::taskexecutor
