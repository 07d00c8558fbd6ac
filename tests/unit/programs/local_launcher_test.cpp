#include "programs/local/local_launcher.hpp"

#include <gtest/gtest.h>

#include <future>

#include "sql/session/session.hpp"
#include "tests/process_driver/no_threads_left.hpp"

namespace eddyline::programs {
namespace {

/// Takes nothing until it is released, then everything.
class BlockedOutput final : public TextOutput {
 public:
  Status write(std::string_view text) override {
    released_.get_future().wait();
    written_ += text;
    return {};
  }
  void release() { released_.set_value(); }
  const std::string& written() const { return written_; }

 private:
  std::promise<void> released_;
  std::string written_;
};

class LocalLauncherTest : public testing::Test {
 protected:
  LocalLauncherTest()
      : session_({services_.functions, services_.aggregate_functions, services_.connectors, {}}, Configuration()) {
    EXPECT_TRUE(session_.execute("CREATE TABLE p (a INT) WITH ('connector' = 'blackhole')").ok());
  }

  sql::PlannedJob planned(const std::string& insert) {
    return std::get<sql::InsertJob>(session_.execute(insert).value()).job;
  }

  ProcessServices services_{Bytes(MemoryPool::kUnlimited)};
  sql::Session session_;
};

TEST_F(LocalLauncherTest, AFailureThatCannotBeReportedHoldsUpNoOtherJob) {
  BlockedOutput messages;
  LocalLauncher launcher(services_, messages);
  const JobId failed = launcher.submit(planned("INSERT INTO p SELECT 1 / (a - a) FROM (VALUES (1)) AS t (a)")).value().id;
  EXPECT_FALSE(launcher.wait(failed).ok());
  const JobId finished = launcher.submit(planned("INSERT INTO p VALUES (1)")).value().id;
  EXPECT_TRUE(launcher.wait(finished).ok());
  EXPECT_EQ(services_.memory->used(), Bytes(0));
  messages.release();
  EXPECT_FALSE(launcher.wait_for_all().ok());
  EXPECT_NE(messages.written().find("by zero"), std::string::npos) << messages.written();
}

TEST_F(LocalLauncherTest, AJobWhoseFailureCouldNotBeReportedIsRefused) {
  BlockedOutput messages;
  LocalLauncher launcher(services_, messages);
  const tests::NoThreadsLeft shortage;
  const Status refused = launcher.submit(planned("INSERT INTO p VALUES (1)")).status();
  EXPECT_EQ(refused.message().find("the thread 'failure reports' cannot be started: "), 0U) << refused.to_string();
}

TEST_F(LocalLauncherTest, NothingStartsAfterAnInterrupt) {
  BlockedOutput messages;
  LocalLauncher launcher(services_, messages);
  EXPECT_FALSE(launcher.interrupt());
  EXPECT_EQ(launcher.submit(planned("INSERT INTO p VALUES (1)")).status().code(), ErrorCode::kCancelled);
}

TEST_F(LocalLauncherTest, ListsItsJobsAndStopsThem) {
  EXPECT_TRUE(session_.execute("CREATE TABLE g (a INT) WITH ('connector' = 'datagen')").ok());
  BlockedOutput messages;
  LocalLauncher launcher(services_, messages);
  EXPECT_EQ(launcher.describe(JobId(1, 2)).status().code(), ErrorCode::kNotFound);
  EXPECT_EQ(launcher.cancel(JobId(1, 2)).code(), ErrorCode::kNotFound);

  const JobId finished = launcher.submit(planned("INSERT INTO p VALUES (1)")).value().id;
  EXPECT_TRUE(launcher.wait(finished).ok());
  const JobId endless = launcher.submit(planned("INSERT INTO p SELECT * FROM g")).value().id;
  EXPECT_EQ(launcher.describe(finished).value().state, schemas::JobState::kFinished);
  EXPECT_EQ(launcher.describe(endless).value().state, schemas::JobState::kRunning);
  EXPECT_EQ(launcher.describe(endless).value().name, "insert-into_default_catalog.default_database.p");

  EXPECT_TRUE(launcher.cancel(endless).ok());
  EXPECT_EQ(launcher.describe(endless).value().state, schemas::JobState::kCanceled);
  EXPECT_TRUE(launcher.cancel(endless).ok());
  EXPECT_EQ(launcher.cancel(finished).message(), "Flink job (" + finished.to_string() + ") was not canceled, but instead FINISHED.");
  EXPECT_EQ(launcher.list().value().size(), 2U);
  // A stopped job is no failure of the run.
  EXPECT_TRUE(launcher.wait_for_all().ok());
}

}  // namespace
}  // namespace eddyline::programs
