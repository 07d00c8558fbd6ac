#include "programs/local/local_launcher.hpp"

#include <gtest/gtest.h>

#include <future>

#include "sql/session/session.hpp"

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
  const JobId failed = launcher.submit(planned("INSERT INTO p SELECT 1 / (a - a) FROM (VALUES (1)) AS t (a)")).value();
  EXPECT_FALSE(launcher.wait(failed).ok());
  const JobId finished = launcher.submit(planned("INSERT INTO p VALUES (1)")).value();
  EXPECT_TRUE(launcher.wait(finished).ok());
  EXPECT_EQ(services_.memory->used(), Bytes(0));
  messages.release();
  EXPECT_FALSE(launcher.wait_for_all().ok());
  EXPECT_NE(messages.written().find("by zero"), std::string::npos) << messages.written();
}

TEST_F(LocalLauncherTest, NothingStartsAfterAnInterrupt) {
  BlockedOutput messages;
  LocalLauncher launcher(services_, messages);
  EXPECT_FALSE(launcher.interrupt());
  EXPECT_EQ(launcher.submit(planned("INSERT INTO p VALUES (1)")).status().code(), ErrorCode::kCancelled);
}

}  // namespace
}  // namespace eddyline::programs
