#include <gtest/gtest.h>
#include <zmq.h>

#include <functional>
#include <future>

#include "common/base/random.hpp"
#include "common/net/preamble.hpp"
#include "tests/unit/common/net/raw_connection.hpp"
#include "tests/unit/common/net/recording_handler.hpp"

namespace eddyline {
namespace {

/// A socket of somebody who speaks ZeroMQ, but not as we do.
class ZmqStranger {
 public:
  explicit ZmqStranger(int type) : socket_(zmq_socket(context_, type)) {
    const int no = 0;
    zmq_setsockopt(socket_, ZMQ_LINGER, &no, sizeof no);
    // Whoever is cut stays away, so that each test counts one.
    const int never = -1;
    zmq_setsockopt(socket_, ZMQ_RECONNECT_IVL, &never, sizeof never);
    // Sending says that a connection is gone, and waits for nobody.
    const int yes = 1;
    if (type == ZMQ_ROUTER) zmq_setsockopt(socket_, ZMQ_ROUTER_MANDATORY, &yes, sizeof yes);
    zmq_setsockopt(socket_, ZMQ_SNDHWM, &no, sizeof no);
  }
  ~ZmqStranger() {
    zmq_close(socket_);
    zmq_ctx_term(context_);
  }
  ZmqStranger(const ZmqStranger&) = delete;
  ZmqStranger& operator=(const ZmqStranger&) = delete;

  void connect(const NetworkAddress& address) {
    CHECK(zmq_connect(socket_, ("tcp://" + address.to_string()).c_str()) == 0) << zmq_strerror(zmq_errno());
  }
  NetworkAddress bind() {
    CHECK(zmq_bind(socket_, "tcp://127.0.0.1:*") == 0) << zmq_strerror(zmq_errno());
    char endpoint[64];
    size_t size = sizeof endpoint;
    zmq_getsockopt(socket_, ZMQ_LAST_ENDPOINT, endpoint, &size);
    const std::string text(endpoint);
    return {"127.0.0.1", static_cast<uint16_t>(std::stoi(text.substr(text.rfind(':') + 1)))};
  }
  /// False where a router has no connection of that name.
  bool send(const std::vector<std::string>& parts) {
    for (size_t i = 0; i < parts.size(); ++i) {
      if (zmq_send(socket_, parts[i].data(), parts[i].size(), i + 1 < parts.size() ? ZMQ_SNDMORE : 0) < 0) return false;
    }
    return true;
  }
  /// Waits for a message of as many parts; their bytes.
  std::vector<std::string> receive() {
    std::vector<std::string> parts;
    int more = 1;
    while (more != 0) {
      zmq_msg_t part;
      zmq_msg_init(&part);
      CHECK(zmq_msg_recv(&part, socket_, 0) >= 0) << zmq_strerror(zmq_errno());
      parts.emplace_back(static_cast<const char*>(zmq_msg_data(&part)), zmq_msg_size(&part));
      more = zmq_msg_more(&part);
      zmq_msg_close(&part);
    }
    return parts;
  }

 private:
  void* context_ = zmq_ctx_new();
  void* socket_;
};

std::string preamble_text(const Preamble& preamble) {
  const std::vector<uint8_t> bytes = preamble.encode();
  return "P" + std::string(bytes.begin(), bytes.end());
}

std::string good_preamble() {
  return preamble_text({Preamble::Side::kConnecting, 1, "test"});
}

/// A network that listens and must hear nothing of strangers.
class NetworkStrangerTest : public testing::Test {
 protected:
  /// Waits until so many strangers were counted.
  bool wait_strangers(uint64_t count) {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (network->counters().strangers < count) {
      if (std::chrono::steady_clock::now() > limit) return false;
      std::this_thread::yield();
    }
    return true;
  }
  /// A peer of ours is still served, and nobody else was told of.
  void expect_only_ours(uint64_t strangers) {
    EXPECT_TRUE(wait_strangers(strangers));
    RecordingHandler ours;
    const std::unique_ptr<Network> other = start_network();
    const PeerId peer = other->connect(address, settings, ours);
    other->send(peer, text_frame("hello"));
    ASSERT_TRUE(handler.wait_messages(1));
    EXPECT_EQ(handler.records().size(), 1u);
    EXPECT_EQ(handler.record(handler.only_peer()).messages, std::vector<std::string>{"hello"});
    EXPECT_EQ(network->counters().strangers, strangers);
  }

  NetworkSettings settings = [] {
    NetworkSettings made = test_settings();
    made.connect_timeout = std::chrono::milliseconds(300);
    made.message_bytes_max = Bytes(10'000);
    return made;
  }();
  RecordingHandler handler;
  std::unique_ptr<Network> network = start_network();
  NetworkAddress address = listen_on_loopback(*network, handler, settings);
};

TEST_F(NetworkStrangerTest, AnHttpRequestIsDropped) {
  const RawConnection raw(address);
  raw.send("GET / HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n");
  EXPECT_TRUE(raw.wait_closed());
  expect_only_ours(1);
}

TEST_F(NetworkStrangerTest, GarbageIsDropped) {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const RawConnection raw(address);
    std::string bytes(1 + random.below(2000), '\0');
    for (char& c : bytes) c = static_cast<char>(random.below(256));
    // Every other one begins as ZeroMQ's own greeting does.
    if (i % 2 == 0) bytes.insert(0, std::string("\xff\0\0\0\0\0\0\0\x01\x7f\x03\0NULL", 16));
    raw.send(bytes);
    EXPECT_TRUE(raw.wait_closed());
  }
  expect_only_ours(20);
}

TEST_F(NetworkStrangerTest, OneThatConnectsAndSaysNothingIsDropped) {
  const RawConnection raw(address);
  EXPECT_TRUE(raw.wait_closed());
  expect_only_ours(1);
}

TEST_F(NetworkStrangerTest, OneThatSpeaksZeroMqAndSaysNothingIsDropped) {
  ZmqStranger stranger(ZMQ_DEALER);
  stranger.connect(address);
  expect_only_ours(1);
}

TEST_F(NetworkStrangerTest, MessagesThatAreNoPreambleAreDropped) {
  const std::vector<std::vector<std::string>> messages = {
      {"hello"},
      {""},
      {"", ""},
      {"", "hello"},
      {"", "P"},
      {"", good_preamble().substr(0, 10)},
      {"", good_preamble().substr(0, 16)},
      {"", good_preamble() + "x"},
      {"", "L"},
      {"", "G"},
      {good_preamble()},
      {"", good_preamble(), "more"},
      {"x", good_preamble()},
      {"", preamble_text({Preamble::Side::kConnecting, 1, "other"})},
      {"", preamble_text({Preamble::Side::kListening, 1, "test"})},
      {"many", "parts", "of", "nothing", "", "at", "all"},
  };
  uint64_t strangers = 0;
  for (const std::vector<std::string>& message : messages) {
    ZmqStranger stranger(ZMQ_DEALER);
    stranger.connect(address);
    stranger.send(message);
    // What follows is not looked at, good as it may be.
    stranger.send({"", good_preamble()});
    stranger.send({"a message"});
    ASSERT_TRUE(wait_strangers(++strangers)) << strangers;
  }
  EXPECT_TRUE(handler.records().empty());
  expect_only_ours(strangers);
}

TEST_F(NetworkStrangerTest, APeerOfOursThatSendsSomethingElseIsGone) {
  const std::vector<std::vector<std::string>> messages = {{"two", "parts"}, {"", good_preamble()}, {"", "X"}};
  size_t ends = 0;
  for (const std::vector<std::string>& message : messages) {
    ZmqStranger stranger(ZMQ_DEALER);
    stranger.connect(address);
    stranger.send({"", good_preamble()});
    EXPECT_EQ(stranger.receive(),
              (std::vector<std::string>{"", preamble_text({Preamble::Side::kListening, 1, "test"})}));
    stranger.send({"good"});
    stranger.send(message);
    stranger.send({"never heard"});
    ASSERT_TRUE(handler.wait_ends(++ends));
  }
  for (const auto& [peer, record] : handler.records()) {
    EXPECT_EQ(record.messages, std::vector<std::string>{"good"});
    EXPECT_EQ(record.ends.size(), 1u);
    EXPECT_FALSE(record.out_of_order);
  }
}

TEST_F(NetworkStrangerTest, AMessageThatIsTooLongEndsTheConnectionOnBothSides) {
  RecordingHandler other_handler;
  const std::unique_ptr<Network> other = start_network();
  const PeerId peer = other->connect(address, settings, other_handler);
  other->send(peer, text_frame(std::string(10'000, 'x')));
  // What has arrived when a connection ends may be dropped with it.
  ASSERT_TRUE(handler.wait_messages(1));
  other->send(peer, text_frame(std::string(10'001, 'x')));
  ASSERT_TRUE(handler.wait_ends(1));
  ASSERT_TRUE(other_handler.wait_ends(1));
  EXPECT_EQ(handler.record(handler.only_peer()).bytes, 10'000u);
}

/// ZeroMQ's protocol 3.0 by hand: its sockets send no message before it is whole.
struct HandMadeZmtp {
  /// Messages may follow.
  static bool greet(const RawConnection& raw) {
    std::string bytes("\xff\0\0\0\0\0\0\0\x01\x7f\x03\0NULL", 16);
    bytes.resize(64);
    raw.send(bytes + std::string("\x04\x1c\x05READY\x0bSocket-Type\0\0\0\x06"
                                 "DEALER",
                                 30));
    return raw.wait_said("Identity");
  }
  static std::string part(const std::string& body, bool more) {
    std::string bytes(1, static_cast<char>((more ? 1 : 0) | (body.size() > 255 ? 2 : 0)));
    for (int byte = body.size() > 255 ? 8 : 1; byte > 0; --byte) bytes += static_cast<char>(body.size() >> (8 * (byte - 1)));
    return bytes + body;
  }
  /// Parts of one message until the connection ends; false if it never does.
  static bool send_without_end(const RawConnection& raw) {
    const std::string next = part(std::string(9'000, 'x'), true);
    for (size_t sent = 0; sent < size_t{4} << 30; sent += next.size()) {
      if (!raw.send(next)) return true;
    }
    return false;
  }
};

TEST_F(NetworkStrangerTest, AMessageOfEndlessPartsEndsItsConnection) {
  settings.connect_timeout = std::chrono::minutes(5);
  RecordingHandler patient;
  const NetworkAddress patient_address = listen_on_loopback(*network, patient, settings);
  const RawConnection stranger(patient_address);
  ASSERT_TRUE(HandMadeZmtp::greet(stranger));
  EXPECT_TRUE(HandMadeZmtp::send_without_end(stranger)) << "before a preamble";
  EXPECT_TRUE(patient.records().empty());
  EXPECT_TRUE(wait_strangers(1));

  const RawConnection peer(patient_address);
  ASSERT_TRUE(HandMadeZmtp::greet(peer));
  peer.send(HandMadeZmtp::part("", true) + HandMadeZmtp::part(good_preamble(), false));
  peer.send(HandMadeZmtp::part("whole", false));
  ASSERT_TRUE(patient.wait_messages(1));
  EXPECT_TRUE(HandMadeZmtp::send_without_end(peer)) << "behind a preamble";
  ASSERT_TRUE(patient.wait_ends(1));
  const PeerRecord record = patient.record(patient.only_peer());
  EXPECT_EQ(record.messages, std::vector<std::string>{"whole"});
  EXPECT_TRUE(record.ends[0].message().ends_with(" sends a message without end")) << record.ends[0].message();
  EXPECT_TRUE(wait_strangers(2));
}

/// Holds up the network's thread at each message until released.
class HeldUpHandler final : public RecordingHandler {
 public:
  void on_message(PeerId peer, Frame message) override {
    RecordingHandler::on_message(peer, std::move(message));
    released_.get_future().wait();
  }
  void release() { released_.set_value(); }

 private:
  std::promise<void> released_;
};

TEST_F(NetworkStrangerTest, PeersThatFellSilentWhileTheThreadWasHeldUpEndOnce) {
  settings.silence_max = std::chrono::milliseconds(300);
  HeldUpHandler held_up;
  const NetworkAddress held_up_address = listen_on_loopback(*network, held_up, settings);
  std::vector<std::unique_ptr<ZmqStranger>> silent;
  for (int i = 0; i < 5; ++i) {
    silent.push_back(std::make_unique<ZmqStranger>(ZMQ_DEALER));
    silent.back()->connect(held_up_address);
    silent.back()->send({"", good_preamble()});
  }
  // Whom the held-up thread is silent to says when enough time has passed for silence to be judged and streams to be looked at.
  NetworkSettings patient = settings;
  patient.silence_max = std::chrono::milliseconds(1000);
  RecordingHandler other_handler;
  const std::unique_ptr<Network> other = start_network();
  const PeerId peer = other->connect(held_up_address, patient, other_handler);
  ASSERT_TRUE(held_up.wait_connects(6));
  other->send(peer, text_frame("hold"));
  EXPECT_TRUE(other_handler.wait_ends(1));
  held_up.release();
  ASSERT_TRUE(held_up.wait_ends(6));
  for (const auto& [id, record] : held_up.records()) EXPECT_EQ(record.ends.size(), 1u);
}

/// False if `send` still does what it should not be able to after half a minute.
bool ends_soon(const std::function<bool()>& send) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (send()) {
    if (std::chrono::steady_clock::now() > limit) return false;
  }
  return true;
}

TEST_F(NetworkStrangerTest, APeerThatGoesOnAfterGoodbyeIsCut) {
  settings.silence_max = std::chrono::milliseconds(300);
  RecordingHandler listening;
  const RawConnection peer(listen_on_loopback(*network, listening, settings));
  ASSERT_TRUE(HandMadeZmtp::greet(peer));
  peer.send(HandMadeZmtp::part("", true) + HandMadeZmtp::part(good_preamble(), false));
  ASSERT_TRUE(listening.wait_connects(1));
  network->disconnect(listening.only_peer());
  const std::string sign_of_life = HandMadeZmtp::part("", true) + HandMadeZmtp::part("L", false);
  EXPECT_TRUE(ends_soon([&] { return peer.send(sign_of_life); }));
  EXPECT_TRUE(listening.record(listening.only_peer()).ends.empty());
}

TEST_F(NetworkStrangerTest, AListenerThatGoesOnAfterGoodbyeIsLeft) {
  settings.silence_max = std::chrono::milliseconds(300);
  ZmqStranger listener(ZMQ_ROUTER);
  RecordingHandler connecting;
  const PeerId peer = network->connect(listener.bind(), settings, connecting);
  const std::string name = listener.receive()[0];
  listener.send({name, "", preamble_text({Preamble::Side::kListening, 1, "test"})});
  ASSERT_TRUE(connecting.wait_connects(1));
  network->disconnect(peer);
  EXPECT_TRUE(ends_soon([&] { return listener.send({name, "", "L"}); }));
  EXPECT_TRUE(connecting.record(peer).ends.empty());
}

TEST_F(NetworkStrangerTest, AnotherVersionIsRefusedWithBothNamed) {
  RecordingHandler other_handler;
  const std::unique_ptr<Network> other = start_network();
  settings.version = 7;
  const PeerId peer = other->connect(address, settings, other_handler);
  other->send(peer, text_frame("not to be heard"));
  ASSERT_TRUE(other_handler.wait_ends(1));
  ASSERT_TRUE(handler.wait_ends(1));
  EXPECT_EQ(
      other_handler.record(peer).ends[0].to_string(),
      "NotSupported: " + address.to_string() + " speaks version 1 of the protocol 'test', this process version 7");
  const PeerRecord record = handler.record(handler.only_peer());
  EXPECT_EQ(record.connects, 0);
  EXPECT_TRUE(record.messages.empty());
  const Status why = record.ends[0];
  EXPECT_EQ(why.code(), ErrorCode::kNotSupported);
  EXPECT_TRUE(why.message().ends_with("speaks version 7 of the protocol 'test', this process version 1"))
      << why.message();
  EXPECT_EQ(network->counters().strangers, 1u);
}

TEST_F(NetworkStrangerTest, AnotherProtocolIsRefused) {
  RecordingHandler other_handler;
  const std::unique_ptr<Network> other = start_network();
  settings.protocol = "other";
  const PeerId peer = other->connect(address, settings, other_handler);
  ASSERT_TRUE(other_handler.wait_ends(1));
  EXPECT_EQ(other_handler.record(peer).ends[0].to_string(),
            "NotSupported: " + address.to_string() + " speaks the protocol 'test', this process 'other' there");
  settings.protocol = "test";
  expect_only_ours(1);
}

TEST_F(NetworkStrangerTest, AFloodOfStrangersLeavesOursAlone) {
  RecordingHandler other_handler;
  const std::unique_ptr<Network> other = start_network();
  const PeerId peer = other->connect(address, settings, other_handler);
  ASSERT_TRUE(handler.wait_connects(1));
  for (int i = 0; i < 300; ++i) {
    const RawConnection raw(address);
    raw.send("flood");
    other->send(peer, text_frame(std::to_string(i)));
  }
  ASSERT_TRUE(handler.wait_messages(300));
  EXPECT_TRUE(wait_strangers(300));
  EXPECT_TRUE(other_handler.record(peer).ends.empty());
  EXPECT_EQ(handler.records().size(), 1u);
}

TEST_F(NetworkStrangerTest, ConnectingToWhatIsNotOursFails) {
  RawListener raw;
  const PeerId to_raw = network->connect(raw.address(), settings, handler);
  raw.greet("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  ASSERT_TRUE(handler.wait_ends(1));
  EXPECT_EQ(handler.record(to_raw).ends[0].code(), ErrorCode::kUnavailable);
  ZmqStranger stranger(ZMQ_ROUTER);
  const NetworkAddress elsewhere = stranger.bind();
  const PeerId to_stranger = network->connect(elsewhere, settings, handler);
  stranger.send({stranger.receive()[0], "what do you want"});
  ASSERT_TRUE(handler.wait_ends(2));
  EXPECT_EQ(handler.record(to_stranger).ends[0].to_string(),
            "Unavailable: " + elsewhere.to_string() + " does not speak the protocol 'test'");
  EXPECT_EQ(handler.record(to_stranger).connects, 0);
}

}  // namespace
}  // namespace eddyline
