#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include "tests/network_proxy/network_proxy.hpp"
#include "tests/unit/common/net/forked_process.hpp"
#include "tests/unit/common/net/recording_handler.hpp"

namespace eddyline {
namespace {

NetworkSettings watchful_settings() {
  NetworkSettings settings = test_settings();
  settings.sign_of_life_interval = std::chrono::milliseconds(50);
  settings.silence_max = std::chrono::milliseconds(1000);
  return settings;
}

/// Exactly one end, as that of a peer that is gone, and nothing after it.
void expect_one_end(const PeerRecord& record, const std::string& text) {
  ASSERT_EQ(record.ends.size(), 1u);
  EXPECT_EQ(record.ends[0].code(), ErrorCode::kUnavailable);
  EXPECT_NE(record.ends[0].message().find(text), std::string::npos) << record.ends[0].message();
  EXPECT_FALSE(record.out_of_order);
}

/// A child that listens and says its port; for each further line it says how many ends it was told of, once it was of one.
int listening_child(const ForkedProcess::Lines& lines) {
  RecordingHandler handler;
  const std::unique_ptr<Network> network = start_network();
  lines.write(std::to_string(listen_on_loopback(*network, handler, watchful_settings()).port));
  while (!lines.read().empty()) {
    handler.wait_ends(1);
    lines.write(std::to_string(handler.record(handler.only_peer()).ends.size()));
  }
  return 0;
}

/// A child that connects to the port that it reads, and sends messages until it is killed if that is what it reads then.
int connecting_child(const ForkedProcess::Lines& lines) {
  RecordingHandler handler;
  const std::unique_ptr<Network> network = start_network();
  const auto port = static_cast<uint16_t>(std::stoi(lines.read()));
  const PeerId peer = network->connect({"127.0.0.1", port}, watchful_settings(), handler);
  if (lines.read() == "flood") {
    for (int i = 0; i < 1'000'000 && handler.record(peer).ends.empty(); ++i) {
      network->send(peer, text_frame(std::string(20'000, 'x')));
    }
  }
  handler.wait_ends(1);
  lines.write(std::to_string(handler.record(peer).ends.size()));
  lines.read();
  return 0;
}

TEST(NetworkFailureTest, TheLongestDurationsThatOptionsTakeAreNotOverAtOnce) {
  NetworkSettings settings = test_settings();
  settings.sign_of_life_interval = settings.silence_max = settings.connect_timeout = std::chrono::hours(24) * 106'751;
  RecordingHandler listening;
  RecordingHandler connecting;
  const std::unique_ptr<Network> one = start_network();
  const std::unique_ptr<Network> other = start_network();
  const PeerId peer = other->connect(listen_on_loopback(*one, listening, settings), settings, connecting);
  // Each round is watched after: deadlines are set and looked at.
  for (size_t message = 1; message <= 20; ++message) {
    other->send(peer, text_frame("there"));
    ASSERT_TRUE(listening.wait_messages(message));
    one->send(listening.only_peer(), text_frame("back"));
    ASSERT_TRUE(connecting.wait_messages(message));
  }
  EXPECT_TRUE(listening.record(listening.only_peer()).ends.empty());
  EXPECT_TRUE(connecting.record(peer).ends.empty());
}

TEST(NetworkFailureTest, AKilledListenerIsMissed) {
  ForkedProcess child(listening_child);
  const auto port = static_cast<uint16_t>(std::stoi(child.lines().read()));
  RecordingHandler handler;
  const std::unique_ptr<Network> network = start_network();
  const PeerId peer = network->connect({"127.0.0.1", port}, test_settings(), handler);
  ASSERT_TRUE(handler.wait_connects(1));
  child.signal(SIGKILL);
  ASSERT_TRUE(handler.wait_ends(1));
  expect_one_end(handler.record(peer), "the connection to 127.0.0.1:" + std::to_string(port) + " is gone");
}

void test_killed_connector(const std::string& command) {
  ForkedProcess child(connecting_child);
  RecordingHandler handler;
  const std::unique_ptr<Network> network = start_network();
  // The sign of life is far away: what is missed is missed by the connection's end.
  child.lines().write(std::to_string(listen_on_loopback(*network, handler).port));
  child.lines().write(command);
  ASSERT_TRUE(command == "flood" ? handler.wait_messages(100) : handler.wait_connects(1));
  child.signal(SIGKILL);
  ASSERT_TRUE(handler.wait_ends(1));
  expect_one_end(handler.record(handler.only_peer()), "is gone");
}

TEST(NetworkFailureTest, AKilledConnectorIsMissed) {
  test_killed_connector("idle");
}

TEST(NetworkFailureTest, AConnectorKilledUnderLoadIsMissed) {
  test_killed_connector("flood");
}

TEST(NetworkFailureTest, AStoppedListenerIsSilentAndLearnsItsEndWhenItGoesOn) {
  ForkedProcess child(listening_child);
  const auto port = static_cast<uint16_t>(std::stoi(child.lines().read()));
  RecordingHandler handler;
  const std::unique_ptr<Network> network = start_network();
  const PeerId peer = network->connect({"127.0.0.1", port}, watchful_settings(), handler);
  ASSERT_TRUE(handler.wait_connects(1));
  child.signal(SIGSTOP);
  ASSERT_TRUE(handler.wait_ends(1));
  expect_one_end(handler.record(peer), "has been silent for 1000 ms");
  child.signal(SIGCONT);
  child.lines().write("how many");
  EXPECT_EQ(child.lines().read(), "1");
}

TEST(NetworkFailureTest, AStoppedConnectorIsSilentAndLearnsItsEndWhenItGoesOn) {
  ForkedProcess child(connecting_child);
  RecordingHandler handler;
  const std::unique_ptr<Network> network = start_network();
  child.lines().write(std::to_string(listen_on_loopback(*network, handler, watchful_settings()).port));
  child.lines().write("idle");
  ASSERT_TRUE(handler.wait_connects(1));
  child.signal(SIGSTOP);
  ASSERT_TRUE(handler.wait_ends(1));
  expect_one_end(handler.record(handler.only_peer()), "has been silent for 1000 ms");
  child.signal(SIGCONT);
  EXPECT_EQ(child.lines().read(), "1");
}

// What ZeroMQ and the kernel keep for a peer is not what this is about: it is kept by the process that is stopped.
void test_peer_that_does_not_read(size_t message_bytes) {
  ForkedProcess child(connecting_child);
  RecordingHandler handler;
  const std::unique_ptr<Network> network = start_network();
  NetworkSettings settings = test_settings();
  settings.unsent_bytes_max = Bytes(4 << 20);
  child.lines().write(std::to_string(listen_on_loopback(*network, handler, settings).port));
  child.lines().write("idle");
  ASSERT_TRUE(handler.wait_connects(1));
  const PeerId peer = handler.only_peer();
  child.signal(SIGSTOP);
  // More than that and the buffers of both kernels.
  const size_t messages = (64 << 20) / (message_bytes + 256);
  for (size_t i = 0; i < messages; ++i) network->send(peer, text_frame(std::string(message_bytes, 'x')));
  EXPECT_TRUE(handler.wait_ends(1));
  expect_one_end(handler.record(peer), "does not read what it is sent");
  child.signal(SIGCONT);
}

TEST(NetworkFailureTest, APeerThatDoesNotReadLargeMessagesEnds) { test_peer_that_does_not_read(100'000); }

// Each costs more than its bytes.
TEST(NetworkFailureTest, APeerThatDoesNotReadSmallMessagesEnds) { test_peer_that_does_not_read(20); }

TEST(NetworkFailureTest, APeerThatReadsGetsMoreThanMayWait) {
  RecordingHandler listening;
  RecordingHandler connecting;
  const std::unique_ptr<Network> network = start_network();
  const std::unique_ptr<Network> other = start_network();
  NetworkSettings settings = test_settings();
  settings.unsent_bytes_max = Bytes(4 << 20);
  const NetworkAddress address = listen_on_loopback(*network, listening, settings);
  const PeerId peer = other->connect(address, test_settings(), connecting);
  ASSERT_TRUE(listening.wait_connects(1));
  for (size_t i = 1; i <= 100; ++i) {
    network->send(listening.only_peer(), text_frame(std::string(1 << 20, 'x')));
    ASSERT_TRUE(connecting.wait_messages(peer, i));
  }
  EXPECT_TRUE(listening.record(listening.only_peer()).ends.empty());
}

TEST(NetworkFailureTest, NobodyListens) {
  NetworkAddress address;
  RecordingHandler handler;
  const std::unique_ptr<Network> network = start_network();
  {
    const std::unique_ptr<Network> other = start_network();
    address = listen_on_loopback(*other, handler);
  }
  const PeerId peer = network->connect(address, test_settings(), handler);
  network->send(peer, text_frame("nobody gets it"));
  ASSERT_TRUE(handler.wait_ends(1));
  expect_one_end(handler.record(peer), "no connection to " + address.to_string() + " can be made");
  EXPECT_EQ(handler.record(peer).connects, 0);
}

/// Two networks with a proxy between them.
struct ProxiedPair {
  explicit ProxiedPair(const NetworkSettings& settings) {
    proxy = std::make_unique<NetworkProxy>(listen_on_loopback(*listening, listener, settings));
    peer = connecting->connect(proxy->address(), settings, connector);
    connected = listener.wait_connects(1) && connector.wait_connects(1);
    back = listener.only_peer();
  }

  RecordingHandler listener{0};
  RecordingHandler connector{0};
  std::unique_ptr<NetworkProxy> proxy;
  std::unique_ptr<Network> listening = start_network();
  std::unique_ptr<Network> connecting = start_network();
  PeerId peer;
  PeerId back;
  bool connected = false;
};

void test_cut_under_load(CutWay way) {
  ProxiedPair pair(test_settings());
  ASSERT_TRUE(pair.connected);
  for (int i = 0; i < 2000; ++i) {
    pair.connecting->send(pair.peer, text_frame(std::string(100'000, 'x')));
    pair.listening->send(pair.back, text_frame(std::string(100'000, 'y')));
  }
  ASSERT_TRUE(pair.proxy->wait_moved(20'000'000));
  pair.proxy->cut(way);
  ASSERT_TRUE(pair.listener.wait_ends(1));
  ASSERT_TRUE(pair.connector.wait_ends(1));
  expect_one_end(pair.listener.record(pair.back), "is gone");
  expect_one_end(pair.connector.record(pair.peer), "is gone");
  // Nothing is made anew, and nobody hears of anything any more.
  pair.connecting->send(pair.peer, text_frame("after the cut"));
  pair.listening->send(pair.back, text_frame("after the cut"));
  EXPECT_EQ(pair.proxy->connections(), 0u);
  EXPECT_EQ(pair.listener.records().size(), 1u);
}

TEST(NetworkFailureTest, AConnectionResetUnderLoadEndsOnceOnBothSides) {
  test_cut_under_load(CutWay::kReset);
}

TEST(NetworkFailureTest, AConnectionFinishedUnderLoadEndsOnceOnBothSides) {
  test_cut_under_load(CutWay::kFinish);
}

TEST(NetworkFailureTest, OfManyConnectionsTheOneThatIsCutEnds) {
  RecordingHandler others;
  ProxiedPair cut(test_settings());
  ASSERT_TRUE(cut.connected);
  const NetworkAddress address = listen_on_loopback(*cut.listening, others);
  for (int i = 0; i < 20; ++i) cut.connecting->connect(address, test_settings(), others);
  ASSERT_TRUE(others.wait_connects(40));
  cut.proxy->cut(CutWay::kReset);
  ASSERT_TRUE(cut.listener.wait_ends(1));
  ASSERT_TRUE(cut.connector.wait_ends(1));
  for (const auto& [peer, record] : others.records()) EXPECT_TRUE(record.ends.empty());
}

TEST(NetworkFailureTest, ANetworkThatLetsNothingThroughIsMissedOnBothSides) {
  ProxiedPair pair(watchful_settings());
  ASSERT_TRUE(pair.connected);
  pair.proxy->pause();
  ASSERT_TRUE(pair.listener.wait_ends(1));
  ASSERT_TRUE(pair.connector.wait_ends(1));
  pair.proxy->heal();
  expect_one_end(pair.listener.record(pair.back), "silent");
  expect_one_end(pair.connector.record(pair.peer), "silent");
}

TEST(NetworkFailureTest, SignsOfLifeKeepAnIdleConnection) {
  NetworkSettings settings = watchful_settings();
  settings.sign_of_life_interval = std::chrono::milliseconds(10);
  ProxiedPair pair(settings);
  ASSERT_TRUE(pair.connected);
  // A sign of life has some 5 bytes, so that far more than the longest silence allowed goes by.
  ASSERT_TRUE(pair.proxy->wait_moved(pair.proxy->moved_bytes() + 2 * 5 * 150));
  EXPECT_TRUE(pair.listener.record(pair.back).ends.empty());
  EXPECT_TRUE(pair.connector.record(pair.peer).ends.empty());
  EXPECT_EQ(pair.listening->counters().frames_in, 0u);
}

TEST(NetworkFailureTest, AConnectionThatNobodyAnswersOnTimesOut) {
  RecordingHandler handler;
  const std::unique_ptr<Network> network = start_network();
  const std::unique_ptr<Network> other = start_network();
  NetworkProxy proxy(listen_on_loopback(*other, handler));
  proxy.pause();
  NetworkSettings settings = test_settings();
  settings.connect_timeout = std::chrono::milliseconds(100);
  const PeerId peer = network->connect(proxy.address(), settings, handler);
  ASSERT_TRUE(handler.wait_ends(1));
  expect_one_end(handler.record(peer), "has not answered within 100 ms");
}

TEST(NetworkFailureTest, APortInUseAndHostsUnknown) {
  RecordingHandler handler;
  const std::unique_ptr<Network> network = start_network();
  const NetworkAddress taken = listen_on_loopback(*network, handler);
  const std::string text = taken.to_string();
  EXPECT_EQ(network->listen(taken, test_settings(), handler).status().to_string(),
            "IoError: cannot listen at " + text + ": address already in use");
  const Status unknown = network->listen({"no.such.host.invalid", 0}, test_settings(), handler).status();
  EXPECT_EQ(unknown.code(), ErrorCode::kConfigurationError);
  EXPECT_TRUE(unknown.message().starts_with("unknown host 'no.such.host.invalid'")) << unknown.message();
  const PeerId peer = network->connect({"no.such.host.invalid", 1}, test_settings(), handler);
  ASSERT_TRUE(handler.wait_ends(1));
  EXPECT_EQ(handler.record(peer).ends[0].to_string(), unknown.to_string());
  // Not an address of this machine.
  EXPECT_EQ(network->listen({"192.0.2.1", 0}, test_settings(), handler).status().code(), ErrorCode::kIoError);
}

TEST(NetworkFailureTest, NamesAndIpv6AreConnectedTo) {
  RecordingHandler listener;
  RecordingHandler connector;
  const std::unique_ptr<Network> network = start_network();
  const Result<NetworkAddress> named = network->listen({"localhost", 0}, test_settings(), listener);
  ASSERT_TRUE(named.ok()) << named.status().to_string();
  EXPECT_EQ(named->host, "localhost");
  network->connect(*named, test_settings(), connector);
  ASSERT_TRUE(connector.wait_connects(1));
  const Result<NetworkAddress> ipv6 = network->listen({"::1", 0}, test_settings(), listener);
  if (!ipv6.ok()) GTEST_SKIP() << "this machine has no IPv6: " << ipv6.status().to_string();
  network->connect(*ipv6, test_settings(), connector);
  EXPECT_TRUE(connector.wait_connects(2));
}

/// Uses up its descriptors; 0 if all that fails says so.
int starving_child(const ForkedProcess::Lines&) {
  RecordingHandler handler;
  const std::unique_ptr<Network> network = start_network();
  const NetworkAddress address = listen_on_loopback(*network, handler);
  const rlimit few{40, 40};
  ::setrlimit(RLIMIT_NOFILE, &few);
  for (int i = 0; i < 60; ++i) network->connect(address, test_settings(), handler);
  if (!handler.wait_ends(20)) return 1;
  for (const auto& [peer, record] : handler.records()) {
    if (record.ends.size() > 1 || record.out_of_order) return 2;
  }
  if (network->listen({"127.0.0.1", 0}, test_settings(), handler).ok()) return 3;
  return Network::start().ok() ? 4 : 0;
}

TEST(NetworkFailureTest, RunningOutOfDescriptorsIsAnError) {
  ForkedProcess child(starving_child);
  EXPECT_EQ(child.wait(), 0);
}

}  // namespace
}  // namespace eddyline
