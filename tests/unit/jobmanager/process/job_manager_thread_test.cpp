#include "jobmanager/process/job_manager_thread.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

#include "jobmanager/process/control_endpoint.hpp"
#include "jobmanager/process/plan_worker.hpp"
#include "schemas/control_codec.hpp"
#include "tests/unit/jobmanager/core/test_plan_reader.hpp"

namespace eddyline::jobmanager::tests {
namespace {

constexpr std::chrono::seconds kPatience{60};

/// Lets a test wait for what the core says; connections end as they do in the product.
class AwaitedOutbox final : public Outbox {
 public:
  AwaitedOutbox(Network& network, ControlHandler& handler) : connections_(network, handler) {}

  void to_executor(PeerId, schemas::ToExecutor message) override {
    note(std::holds_alternative<schemas::Heartbeat>(message) ? heartbeats_ : other_);
  }
  void to_executors(std::span<const PeerId> executors, schemas::ToExecutor message) override {
    for (const PeerId executor : executors) to_executor(executor, message);
  }
  void to_client(PeerId, schemas::ToClient message) override {
    note(std::holds_alternative<schemas::Refused>(message) ? refusals_ : other_);
  }
  void disconnect(PeerId peer) override {
    connections_.disconnect(peer);
    note(disconnects_);
  }

  bool wait_for_heartbeats(size_t count) { return wait_for(heartbeats_, count); }
  bool wait_for_refusal() { return wait_for(refusals_, 1); }
  size_t disconnects() {
    const std::lock_guard lock(mutex_);
    return disconnects_;
  }
  size_t other() {
    const std::lock_guard lock(mutex_);
    return other_;
  }

 private:
  bool wait_for(const size_t& count, size_t wanted) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kPatience, [&] { return count >= wanted; });
  }
  void note(size_t& count) {
    {
      const std::lock_guard lock(mutex_);
      ++count;
    }
    changed_.notify_all();
  }

  NetworkOutbox connections_;
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t heartbeats_ = 0;
  size_t disconnects_ = 0;
  size_t other_ = 0;
  size_t refusals_ = 0;
};

/// A network that nothing goes over.
class SilentNetwork final : public Network {
 public:
  Result<NetworkAddress> listen(const NetworkAddress&, const NetworkSettings&, NetworkHandler&) override { return NetworkAddress(); }
  PeerId connect(const NetworkAddress&, const NetworkSettings&, NetworkHandler&) override { return {}; }
  void send(PeerId, Frame) override {}
  void disconnect(PeerId peer) override { disconnected.push_back(peer); }
  NetworkCounters counters() const override { return {}; }

  std::vector<PeerId> disconnected;
};

/// Takes as long over a plan as the test wants.
class SlowPlanReader final : public PlanReader {
 public:
  Result<JobTopology> read(const std::string&, const Configuration&) const override {
    begun.set_value();
    goes_on.get_future().wait();
    return data_error("it was no plan after all");
  }

  mutable std::promise<void> begun;
  mutable std::promise<void> goes_on;
};

constexpr PeerInboxes::Limits kLimits{.peer = Bytes(1 << 20), .total = Bytes(1 << 20)};

class JobManagerThreadTest : public testing::Test {
 protected:
  static CoreSettings settings() {
    CoreSettings settings;
    settings.heartbeat_interval = std::chrono::milliseconds(1);
    settings.heartbeat_timeout = std::chrono::hours(1);
    return settings;
  }
  void SetUp() override {
    handler_.set_network(network_);
    ASSERT_TRUE(thread_.start().ok());
    ASSERT_TRUE(worker_.start().ok());
  }
  void TearDown() override {
    thread_.shut_down();
    worker_.stop();
  }
  void say(PeerId peer, const schemas::ToJobManager& message) { handler_.on_message(peer, schemas::encode(message)); }
  static schemas::RegisterExecutor registration() {
    return {{schemas::ExecutorId("executor"), "localhost", 4000}, 2, std::nullopt, 1, ""};
  }
  /// Once everything that was pushed before is done.
  template <class T>
  T after(std::function<T(JobManagerCore&)> question) {
    return *thread_.ask<T>([question](JobManagerCore& core, Moment) { return question(core); }, kPatience);
  }
  uint32_t slots() {
    return after<uint32_t>([](JobManagerCore& core) { return core.cluster().slots; });
  }

  const SystemClock clock_;
  SlowPlanReader reader_;
  SilentNetwork network_;
  AwaitedOutbox outbox_{network_, handler_};
  PlanWorker worker_{reader_, thread_, clock_};
  JobManagerCore core_{settings(), worker_, outbox_, Random(1), Logger()};
  JobManagerThread thread_{core_, clock_};
  ControlHandler handler_{kLimits, thread_};
};

TEST_F(JobManagerThreadTest, ServesEventsInOrderAndTicksInBetween) {
  handler_.on_connect(PeerId(1));
  say(PeerId(1), registration());
  EXPECT_EQ(slots(), 2U);
  EXPECT_TRUE(outbox_.wait_for_heartbeats(1));
  handler_.on_disconnect(PeerId(1), Status(ErrorCode::kUnavailable, "gone"));
  EXPECT_EQ(slots(), 0U);
}

TEST_F(JobManagerThreadTest, HeartbeatsGoOutWhileAPlanIsRead) {
  handler_.on_connect(PeerId(1));
  say(PeerId(1), registration());
  handler_.on_connect(PeerId(2));
  say(PeerId(2), schemas::SubmitJob{schemas::RequestId(1), "job", "a plan", {}, false});
  reader_.begun.get_future().wait();
  EXPECT_TRUE(outbox_.wait_for_heartbeats(3));
  reader_.goes_on.set_value();
  EXPECT_TRUE(outbox_.wait_for_refusal());
}

TEST_F(JobManagerThreadTest, HeartbeatsGoOutWhileTheQueueNeverRunsEmpty) {
  handler_.on_connect(PeerId(1));
  say(PeerId(1), registration());
  handler_.on_connect(PeerId(2));
  // Each of them asks again before it is done.
  CoreAccess::Task again = [&](JobManagerCore& core, Moment now) {
    core.on_message(PeerId(2), schemas::ListJobs{}, now);
    thread_.post(again);
  };
  thread_.post(again);
  thread_.post(again);
  EXPECT_TRUE(outbox_.wait_for_heartbeats(3));
  // Before what it does is gone.
  thread_.shut_down();
}

TEST_F(JobManagerThreadTest, BytesThatAreNoMessageEndTheirConnection) {
  handler_.on_connect(PeerId(1));
  const std::vector<uint8_t> nonsense{1, 2, 3};
  handler_.on_message(PeerId(1), Frame::copy_of(nonsense));
  EXPECT_EQ(after<uint64_t>([](JobManagerCore& core) { return core.dropped_messages(); }), 1U);
  EXPECT_EQ(outbox_.disconnects(), 1U);
  EXPECT_EQ(network_.disconnected, std::vector{PeerId(1)});
}

// Nobody else says that they are gone, and in the end they would have taken the place of others.
TEST_F(JobManagerThreadTest, NothingIsKeptOfConnectionsThatTheCoreEnds) {
  const std::vector<uint8_t> nonsense{1, 2, 3};
  for (const PeerId peer : {PeerId(1), PeerId(2)}) {
    handler_.on_connect(peer);
    handler_.on_message(peer, Frame::copy_of(nonsense));
    handler_.on_message(peer, Frame::copy_of(nonsense));
  }
  EXPECT_EQ(after<uint64_t>([](JobManagerCore& core) { return core.dropped_messages(); }), 2U);
  EXPECT_EQ(handler_.waiting_bytes(), 0U);
}

// A client that sends more than the core takes ends its own connection, not the executor's.
TEST_F(JobManagerThreadTest, WhoFillsTheQueueGoes) {
  handler_.on_connect(PeerId(1));
  say(PeerId(1), registration());
  handler_.on_connect(PeerId(2));
  std::promise<void> begun;
  std::promise<void> goes_on;
  thread_.post([&](JobManagerCore&, Moment) {
    begun.set_value();
    goes_on.get_future().wait();
  });
  begun.get_future().wait();
  const schemas::SubmitJob large{schemas::RequestId(1), "job", std::string(300'000, 'p'), {}, false};
  for (int i = 0; i < 4; ++i) say(PeerId(2), large);
  say(PeerId(1), schemas::Heartbeat());
  EXPECT_EQ(network_.disconnected, std::vector{PeerId(2)});
  goes_on.set_value();
  EXPECT_EQ(slots(), 2U);
  EXPECT_EQ(after<uint64_t>([](JobManagerCore& core) { return core.dropped_messages(); }), 0U);
}

TEST_F(JobManagerThreadTest, AnswersManyAtOnceAndTakesLeave) {
  handler_.on_connect(PeerId(1));
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
  thread_.shut_down();
  EXPECT_EQ(outbox_.disconnects(), 1U);
}

}  // namespace
}  // namespace eddyline::jobmanager::tests
