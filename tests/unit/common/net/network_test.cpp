#include <gtest/gtest.h>

#include "common/base/random.hpp"
#include "tests/unit/common/net/recording_handler.hpp"

namespace eddyline {
namespace {

/// A listening and a connected network with one connection between them.
struct Pair {
  explicit Pair(const NetworkSettings& settings = test_settings()) {
    address = listen_on_loopback(*listening, listener, settings);
    peer = connecting->connect(address, settings, connector);
  }
  bool wait_connected() { return listener.wait_connects(1) && connector.wait_connects(1); }

  RecordingHandler listener;
  RecordingHandler connector;
  std::unique_ptr<Network> listening = start_network();
  std::unique_ptr<Network> connecting = start_network();
  NetworkAddress address;
  PeerId peer;
};

TEST(NetworkTest, MessagesPassBothWays) {
  Pair pair;
  ASSERT_TRUE(pair.wait_connected());
  pair.connecting->send(pair.peer, text_frame("question"));
  ASSERT_TRUE(pair.listener.wait_messages(1));
  const PeerId asking = pair.listener.only_peer();
  pair.listening->send(asking, text_frame("answer"));
  ASSERT_TRUE(pair.connector.wait_messages(1));
  EXPECT_EQ(pair.listener.record(asking).messages, std::vector<std::string>{"question"});
  EXPECT_EQ(pair.connector.record(pair.peer).messages, std::vector<std::string>{"answer"});
}

TEST(NetworkTest, MessagesSentBeforeTheConnectionStandsArriveInOrder) {
  RecordingHandler listener;
  RecordingHandler connector;
  const std::unique_ptr<Network> listening = start_network();
  const std::unique_ptr<Network> connecting = start_network();
  const NetworkAddress address = listen_on_loopback(*listening, listener);
  const PeerId peer = connecting->connect(address, test_settings(), connector);
  for (int i = 0; i < 100; ++i) connecting->send(peer, text_frame(std::to_string(i)));
  ASSERT_TRUE(listener.wait_messages(100));
  const std::vector<std::string> messages = listener.record(listener.only_peer()).messages;
  for (size_t i = 0; i < 100; ++i) EXPECT_EQ(messages[i], std::to_string(i));
}

/// A message of any size that says which one it is: of number and size only.
std::string numbered(size_t number, size_t size) {
  std::string text = std::to_string(number) + ":";
  text.resize(std::max(size, text.size()), static_cast<char>('a' + number % 26));
  return text;
}

TEST(NetworkTest, TinyAndLargeMessagesArriveCompletelyAndInOrderBothWays) {
  constexpr size_t kMessages = 400;
  RecordingHandler listener(size_t{1} << 30);
  RecordingHandler connector(size_t{1} << 30);
  const std::unique_ptr<Network> listening = start_network();
  const std::unique_ptr<Network> connecting = start_network();
  const PeerId peer = connecting->connect(listen_on_loopback(*listening, listener), test_settings(), connector);
  ASSERT_TRUE(listener.wait_connects(1));
  const PeerId back = listener.only_peer();
  Random random(7);
  std::vector<std::string> sent;
  for (size_t i = 0; i < kMessages; ++i) {
    sent.push_back(numbered(i, random.below(2) == 0 ? random.below(100) : random.below(400'000)));
    connecting->send(peer, text_frame(sent.back()));
    listening->send(back, text_frame(sent.back()));
  }
  ASSERT_TRUE(listener.wait_messages(kMessages));
  ASSERT_TRUE(connector.wait_messages(kMessages));
  EXPECT_TRUE(listener.record(back).messages == sent);
  EXPECT_TRUE(connector.record(peer).messages == sent);
}

TEST(NetworkTest, AnEmptyMessageIsAMessage) {
  Pair pair;
  pair.connecting->send(pair.peer, Frame());
  pair.connecting->send(pair.peer, text_frame("L"));
  ASSERT_TRUE(pair.listener.wait_messages(2));
  EXPECT_EQ(pair.listener.record(pair.listener.only_peer()).messages, (std::vector<std::string>{"", "L"}));
}

TEST(NetworkTest, DisconnectingLetsEarlierMessagesOutAndIsToldToTheOtherSideOnly) {
  Pair pair;
  const std::string large(100'000, 'x');
  for (int i = 0; i < 200; ++i) pair.connecting->send(pair.peer, text_frame(large));
  pair.connecting->disconnect(pair.peer);
  pair.connecting->send(pair.peer, text_frame("too late"));
  ASSERT_TRUE(pair.listener.wait_ends(1));
  const PeerRecord record = pair.listener.record(pair.listener.only_peer());
  EXPECT_EQ(record.messages.size(), 200u);
  EXPECT_EQ(record.bytes, 200u * large.size());
  ASSERT_EQ(record.ends.size(), 1u);
  EXPECT_EQ(record.ends[0].code(), ErrorCode::kUnavailable);
  EXPECT_TRUE(pair.connector.record(pair.peer).ends.empty());
}

TEST(NetworkTest, TheListeningSideDisconnects) {
  Pair pair;
  ASSERT_TRUE(pair.wait_connected());
  const PeerId back = pair.listener.only_peer();
  for (int i = 0; i < 200; ++i) pair.listening->send(back, text_frame(std::string(100'000, 'x')));
  pair.listening->disconnect(back);
  ASSERT_TRUE(pair.connector.wait_ends(1));
  const PeerRecord record = pair.connector.record(pair.peer);
  EXPECT_EQ(record.messages.size(), 200u);
  ASSERT_EQ(record.ends.size(), 1u);
  EXPECT_EQ(record.ends[0].to_string(), "Unavailable: " + pair.address.to_string() + " has closed the connection");
  EXPECT_TRUE(pair.listener.record(back).ends.empty());
}

TEST(NetworkTest, ManyPeersAreToldApart) {
  constexpr size_t kPeers = 60;
  RecordingHandler listener;
  RecordingHandler connector;
  const std::unique_ptr<Network> listening = start_network();
  const std::unique_ptr<Network> connecting = start_network();
  const NetworkAddress address = listen_on_loopback(*listening, listener);
  std::vector<PeerId> peers;
  for (size_t i = 0; i < kPeers; ++i) {
    peers.push_back(connecting->connect(address, test_settings(), connector));
    connecting->send(peers.back(), text_frame(std::to_string(peers.back().value())));
  }
  ASSERT_TRUE(listener.wait_messages(kPeers));
  // Each gets back what it sent.
  for (const auto& [peer, record] : listener.records()) listening->send(peer, text_frame(record.messages[0]));
  ASSERT_TRUE(connector.wait_messages(kPeers));
  for (const PeerId peer : peers) {
    EXPECT_EQ(connector.record(peer).messages, std::vector<std::string>{std::to_string(peer.value())});
  }
  // One goes, and only one is told of.
  connecting->disconnect(peers[17]);
  ASSERT_TRUE(listener.wait_ends(1));
  size_t ended = 0;
  for (const auto& [peer, record] : listener.records()) {
    if (record.ends.empty()) continue;
    ++ended;
    EXPECT_EQ(record.messages, std::vector<std::string>{std::to_string(peers[17].value())});
  }
  EXPECT_EQ(ended, 1u);
}

TEST(NetworkTest, DestroyingANetworkTellsItsPeersAndNotItsHandlers) {
  Pair pair;
  ASSERT_TRUE(pair.wait_connected());
  pair.listening.reset();
  ASSERT_TRUE(pair.connector.wait_ends(1));
  EXPECT_EQ(pair.connector.record(pair.peer).ends.size(), 1u);
  EXPECT_TRUE(pair.listener.record(pair.listener.only_peer()).ends.empty());
}

TEST(NetworkTest, DestroyingANetworkWithTrafficUnderWayEnds) {
  Pair pair;
  ASSERT_TRUE(pair.wait_connected());
  const PeerId back = pair.listener.only_peer();
  for (int i = 0; i < 300; ++i) {
    pair.connecting->send(pair.peer, text_frame(std::string(300'000, 'x')));
    pair.listening->send(back, text_frame(std::string(300'000, 'y')));
  }
  pair.connecting.reset();
  pair.listening.reset();
  EXPECT_FALSE(pair.listener.record(back).out_of_order);
  EXPECT_TRUE(pair.connector.record(pair.peer).ends.empty());
}

TEST(NetworkTest, TheMemoryOfASentMessageIsLetGoOf) {
  Pair pair;
  const BufferPtr buffer = allocate_buffer(100'000);
  std::fill_n(buffer->data(), 100'000, uint8_t{'z'});
  for (int i = 0; i < 10; ++i) pair.connecting->send(pair.peer, Frame::of(buffer, 100'000));
  ASSERT_TRUE(pair.listener.wait_messages(10));
  pair.connecting.reset();
  EXPECT_EQ(buffer.use_count(), 1);
}

TEST(NetworkTest, MessagesToAPeerThatIsGoneAreDropped) {
  Pair pair;
  ASSERT_TRUE(pair.wait_connected());
  const PeerId back = pair.listener.only_peer();
  pair.connecting.reset();
  ASSERT_TRUE(pair.listener.wait_ends(1));
  pair.listening->send(back, text_frame("nobody"));
  pair.listening->send(PeerId(4711), text_frame("never was"));
  pair.listening->disconnect(back);
  EXPECT_EQ(listen_on_loopback(*pair.listening, pair.listener).host, "127.0.0.1");
  EXPECT_EQ(pair.listener.record(back).ends.size(), 1u);
}

/// Answers a peer's first message and disconnects it.
class OneAnswerHandler final : public RecordingHandler {
 public:
  void on_message(PeerId peer, Frame message) override {
    network->send(peer, message);
    network->disconnect(peer);
    RecordingHandler::on_message(peer, std::move(message));
  }
  Network* network = nullptr;
};

TEST(NetworkTest, AHandlerHearsNothingMoreOfAPeerItDisconnects) {
  OneAnswerHandler listener;
  RecordingHandler connector;
  const std::unique_ptr<Network> listening = start_network();
  const std::unique_ptr<Network> connecting = start_network();
  listener.network = listening.get();
  const NetworkAddress address = listen_on_loopback(*listening, listener);
  const PeerId peer = connecting->connect(address, test_settings(), connector);
  for (int i = 0; i < 50; ++i) connecting->send(peer, text_frame(std::to_string(i)));
  ASSERT_TRUE(connector.wait_ends(1));
  EXPECT_EQ(connector.record(peer).messages, std::vector<std::string>{"0"});
  const PeerRecord record = listener.record(listener.only_peer());
  EXPECT_EQ(record.messages.size(), 1u);
  EXPECT_TRUE(record.ends.empty());
}

TEST(NetworkTest, CountsMessagesAndBytes) {
  Pair pair;
  pair.connecting->send(pair.peer, text_frame("12345"));
  pair.connecting->send(pair.peer, text_frame(std::string(10'000, 'x')));
  ASSERT_TRUE(pair.listener.wait_messages(2));
  EXPECT_EQ(pair.connecting->counters().frames_out, 2u);
  EXPECT_EQ(pair.connecting->counters().bytes_out, 10'005u);
  EXPECT_EQ(pair.listening->counters().frames_in, 2u);
  EXPECT_EQ(pair.listening->counters().bytes_in, 10'005u);
  EXPECT_EQ(pair.listening->counters().strangers, 0u);
}

}  // namespace
}  // namespace eddyline
