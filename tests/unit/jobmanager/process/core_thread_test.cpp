#include "jobmanager/process/core_thread.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "schemas/control_codec.hpp"
#include "tests/unit/jobmanager/core/test_plan_reader.hpp"

namespace eddyline::jobmanager::tests {
namespace {

constexpr std::chrono::seconds kPatience{60};

/// Lets a test wait for what the core says.
class AwaitedOutbox final : public Outbox {
 public:
  void to_executor(PeerId, schemas::ToExecutor message) override {
    note(std::holds_alternative<schemas::Heartbeat>(message) ? heartbeats_ : other_);
  }
  void to_client(PeerId, schemas::ToClient) override { note(other_); }
  void disconnect(PeerId) override { note(disconnects_); }

  bool wait_for_heartbeat() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kPatience, [&] { return heartbeats_ > 0; });
  }
  size_t disconnects() {
    const std::lock_guard lock(mutex_);
    return disconnects_;
  }
  size_t other() {
    const std::lock_guard lock(mutex_);
    return other_;
  }

 private:
  void note(size_t& count) {
    {
      const std::lock_guard lock(mutex_);
      ++count;
    }
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  size_t heartbeats_ = 0;
  size_t disconnects_ = 0;
  size_t other_ = 0;
};

class CoreThreadTest : public testing::Test {
 protected:
  static CoreSettings settings() {
    CoreSettings settings;
    settings.heartbeat_interval = std::chrono::milliseconds(1);
    settings.heartbeat_timeout = std::chrono::hours(1);
    return settings;
  }
  void say(PeerId peer, const schemas::ToJobManager& message) {
    events_.push(MessageArrived{peer, schemas::encode(message)});
  }
  static schemas::RegisterExecutor registration() {
    return {{schemas::ExecutorId("executor"), "localhost", 4000}, 2, std::nullopt, 1};
  }
  /// Once everything that was pushed before is done.
  template <class T>
  T after(std::function<T(JobManagerCore&)> question) {
    return *thread_->ask<T>([question](JobManagerCore& core, Moment) { return question(core); }, kPatience);
  }

  const SystemClock clock_;
  TestPlanReader plans_;
  AwaitedOutbox outbox_;
  EventQueue events_{Bytes(1 << 20)};
  JobManagerCore core_{settings(), plans_, outbox_, Random(1), Logger()};
  std::unique_ptr<CoreThread> thread_ = std::make_unique<CoreThread>(core_, events_, clock_);
};

TEST_F(CoreThreadTest, ServesEventsInOrderAndTicksInBetween) {
  events_.push(PeerConnected{PeerId(1)});
  say(PeerId(1), registration());
  EXPECT_EQ(after<uint32_t>([](JobManagerCore& core) { return core.cluster().slots; }), 2U);
  EXPECT_TRUE(outbox_.wait_for_heartbeat());
  events_.push(PeerLost{PeerId(1), Status(ErrorCode::kUnavailable, "gone")});
  EXPECT_EQ(after<uint32_t>([](JobManagerCore& core) { return core.cluster().slots; }), 0U);
}

TEST_F(CoreThreadTest, BytesThatAreNoMessageEndTheirConnection) {
  events_.push(PeerConnected{PeerId(1)});
  const std::vector<uint8_t> nonsense{1, 2, 3};
  events_.push(MessageArrived{PeerId(1), Frame::copy_of(nonsense)});
  EXPECT_EQ(after<uint64_t>([](JobManagerCore& core) { return core.dropped_messages(); }), 1U);
  EXPECT_EQ(outbox_.disconnects(), 1U);
}

TEST_F(CoreThreadTest, AnswersManyAtOnceAndTakesLeave) {
  events_.push(PeerConnected{PeerId(1)});
  std::vector<std::thread> askers;
  for (int i = 0; i < 4; ++i) {
    askers.emplace_back([&] {
      for (uint64_t request = 0; request < 50; ++request) {
        say(PeerId(1), schemas::ListJobs{schemas::RequestId(request)});
        EXPECT_EQ(after<size_t>([](JobManagerCore& core) { return core.dispatcher().jobs().size(); }), 0U);
      }
    });
  }
  for (std::thread& asker : askers) asker.join();
  EXPECT_EQ(outbox_.other(), 200U);
  thread_.reset();
  EXPECT_EQ(outbox_.disconnects(), 1U);
}

}  // namespace
}  // namespace eddyline::jobmanager::tests
