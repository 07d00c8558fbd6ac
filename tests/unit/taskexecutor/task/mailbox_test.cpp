#include "taskexecutor/task/mailbox.hpp"

#include <gtest/gtest.h>

namespace eddyline::taskexecutor {
namespace {

class MailboxTest : public testing::Test {
 protected:
  MailboxTest() { wakeup_->clear(); }
  WakeupPtr wakeup_ = std::make_shared<Wakeup>();
  Mailbox mailbox_{wakeup_, Mailbox::Barriers::kStartHere};
};

TEST_F(MailboxTest, IsEmptyAtFirst) {
  EXPECT_TRUE(mailbox_.stopped().ok());
  EXPECT_FALSE(mailbox_.take_trigger().has_value());
}

TEST_F(MailboxTest, HoldsAFewCheckpointsAndRefusesMore) {
  for (size_t i = 0; i < Mailbox::kTriggersMax; ++i) {
    ASSERT_TRUE(mailbox_.trigger({.checkpoint = CheckpointId(static_cast<int64_t>(i))}));
  }
  EXPECT_FALSE(mailbox_.trigger({.checkpoint = CheckpointId(99)}));
  EXPECT_EQ(mailbox_.take_trigger()->checkpoint, CheckpointId(0));
  EXPECT_TRUE(mailbox_.trigger({.checkpoint = CheckpointId(100)}));
  size_t left = 0;
  while (mailbox_.take_trigger().has_value()) ++left;
  EXPECT_EQ(left, Mailbox::kTriggersMax);
}

TEST_F(MailboxTest, AnyMailWakesTheSubtask) {
  ASSERT_TRUE(mailbox_.trigger({.checkpoint = CheckpointId(1)}));
  EXPECT_TRUE(wakeup_->notified());
  wakeup_->clear();
  mailbox_.cancel(cancelled("enough"));
  EXPECT_TRUE(wakeup_->notified());
}

TEST_F(MailboxTest, RefusesCheckpointsOnceClosedAndDropsThoseThatWait) {
  ASSERT_TRUE(mailbox_.trigger({.checkpoint = CheckpointId(1)}));
  mailbox_.close();
  EXPECT_FALSE(mailbox_.take_trigger().has_value());
  EXPECT_FALSE(mailbox_.trigger({.checkpoint = CheckpointId(2)}));
}

TEST_F(MailboxTest, TheFirstReasonToStopStays) {
  mailbox_.fail(io_error("the connection is lost"));
  for (int i = 0; i < 1000; ++i) mailbox_.cancel(cancelled("enough"));
  mailbox_.fail(io_error("another"));
  EXPECT_EQ(mailbox_.stopped().message(), "the connection is lost");
  EXPECT_EQ(mailbox_.stopped().code(), ErrorCode::kIoError);
}

TEST_F(MailboxTest, AFailureWakesTheSubtask) {
  mailbox_.fail(io_error("the connection is lost"));
  EXPECT_TRUE(wakeup_->notified());
}

}  // namespace
}  // namespace eddyline::taskexecutor
