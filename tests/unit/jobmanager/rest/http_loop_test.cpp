// The loop of the HTTP server with answers that a test holds back.

#include "jobmanager/rest/http_loop.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <list>
#include <thread>

#include "tests/process_driver/tcp_client.hpp"

namespace eddyline::jobmanager::tests {
namespace {

using eddyline::tests::TcpClient;

constexpr std::string_view kEndOfHead = "\r\n\r\n";

RestSettings settings_of_any_port() {
  RestSettings settings;
  settings.ports = PortRanges::only(0);
  return settings;
}

class HttpLoopTest : public testing::Test {
 protected:
  void open(const HttpLimits& limits) {
    Result<ListeningSocket> listener = listen_for_requests(settings_of_any_port());
    ASSERT_TRUE(listener.ok()) << listener.status().to_string();
    port_ = listener->port;
    auto loop = HttpLoop::open(*std::move(listener), limits);
    ASSERT_TRUE(loop.ok()) << loop.status().to_string();
    loop_ = *std::move(loop);
  }
  /// Clients can have said something before.
  void start(size_t threads, HttpWorkers::Work work) {
    auto workers = HttpWorkers::start(
        threads, std::move(work), [this](uint64_t id, std::string answer) { loop_->finish(id, std::move(answer)); });
    ASSERT_TRUE(workers.ok()) << workers.status().to_string();
    workers_ = *std::move(workers);
    thread_ = std::thread([this] { loop_->run(*workers_); });
  }
  void TearDown() override {
    if (!thread_.joinable()) return;
    loop_->stop();
    thread_.join();
  }

  uint16_t port_ = 0;
  std::unique_ptr<HttpLoop> loop_;
  std::unique_ptr<HttpWorkers> workers_;
  std::thread thread_;
};

TEST_F(HttpLoopTest, ABurstOfRequestsWaitsForRoom) {
  constexpr size_t kRoom = 4;
  open({.connections = kRoom});
  std::list<TcpClient> clients;
  for (size_t count = 0; count < 5 * kRoom; ++count) clients.emplace_back(port_).send("a request\r\n\r\n");
  // Nothing is answered before there is no room any more.
  std::latch full(kRoom);
  std::atomic<size_t> asked = 0;
  start(kRoom, [&](const std::string&) {
    if (asked.fetch_add(1) < kRoom) full.arrive_and_wait();
    return std::string("an answer");
  });
  for (TcpClient& client : clients) EXPECT_EQ(client.read_to_end(), "an answer");
}

TEST_F(HttpLoopTest, AnAnswerThatIsBeingMadeIsSentBeforeTheEnd) {
  open({.stop = std::chrono::minutes(10)});
  TcpClient first(port_);
  first.send("first\r\n\r\n");
  TcpClient second(port_);
  second.send("second\r\n\r\n");
  std::latch asked(2);
  std::latch go_first(1);
  std::latch go_second(1);
  start(2, [&](const std::string& request) {
    asked.count_down();
    (request.starts_with("first") ? go_first : go_second).wait();
    return "answer to " + request.substr(0, request.size() - kEndOfHead.size());
  });
  asked.wait();
  loop_->stop();
  go_second.count_down();
  // With this answer the loop has heard that it shall stop.
  EXPECT_EQ(second.read_to_end(), "answer to second");
  go_first.count_down();
  EXPECT_EQ(first.read_to_end(), "answer to first");
  thread_.join();
}

TEST_F(HttpLoopTest, AnAnswerThatTakesTooLongHoldsUpNoEnd) {
  open({.stop = std::chrono::milliseconds(1)});
  TcpClient waiting(port_);
  waiting.send("a request\r\n\r\n");
  std::latch asked(1);
  std::latch go(1);
  start(1, [&](const std::string&) {
    asked.count_down();
    go.wait();
    return std::string("too late");
  });
  asked.wait();
  loop_->stop();
  thread_.join();
  go.count_down();
  // Before what its thread waits for.
  workers_.reset();
}

TEST_F(HttpLoopTest, WhoNeverEndsItsRequestIsCutOff) {
  open({.request = std::chrono::milliseconds(1)});
  start(1, [](const std::string&) { return std::string(); });
  TcpClient slow(port_);
  slow.send("half of a requ");
  EXPECT_EQ(slow.read_to_end(), "");
}

}  // namespace
}  // namespace eddyline::jobmanager::tests
