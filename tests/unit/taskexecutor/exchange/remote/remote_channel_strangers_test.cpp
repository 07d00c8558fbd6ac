#include "tests/unit/taskexecutor/exchange/remote/remote_channel_test_base.hpp"

namespace eddyline::taskexecutor {
namespace {

/// Somebody who connects to the reader's executor and says what he likes.
class RemoteChannelFromStrangersTest : public RemoteChannelTest {
 protected:
  class Handler final : public NetworkHandler {
   public:
    void on_connect(PeerId) override {}
    void on_message(PeerId, Frame) override {}
    void on_disconnect(PeerId, const Status&) override { ++lost; }
    int lost = 0;
  };

  void connect() {
    const NetworkAddress address = parts(kReader).executors[kReader];
    peer_ = network_->connect(address, {}, handler_);
  }
  void send(const DataFrameHeader& header, const std::string& payload = "") {
    std::vector<uint8_t> frame(kDataFrameHeaderBytes);
    frame.insert(frame.end(), payload.begin(), payload.end());
    write_header(header, frame);
    send(std::move(frame));
  }
  void send(std::vector<uint8_t> frame) {
    auto owner = std::make_shared<const std::vector<uint8_t>>(std::move(frame));
    network_->send(peer_, {.owner = owner, .bytes = *owner});
    deliver();
  }
  /// The same attempt as if it had never been, opened by the stranger.
  Channel& begin_anew() {
    reading_.reset();
    channels_.clear();
    reading_.emplace(parts(kReader), executors_.data_plane(kReader));
    write_anew();
    Channel& channel = add_channel(limits_of(1 << 20));
    EXPECT_TRUE(reading_->attach().ok());
    connect();
    send_open();
    return channel;
  }
  /// As the writer's executor.
  void send_open() { send({.kind = DataFrameKind::kOpen, .attempt = kAttempt, .value = kWriter}); }

  Handler handler_;
  std::unique_ptr<Network> network_ = networks_.add();
  PeerId peer_;
};

TEST_F(RemoteChannelFromStrangersTest, BytesThatAreNoFrameEndTheirConnectionOnly) {
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  connect();
  network_->send(peer_, {.owner = nullptr, .bytes = {}});
  deliver();
  EXPECT_EQ(handler_.lost, 1);
  EXPECT_EQ(executors_.data_plane(kReader).counters().malformed_frames, 1U);
  EXPECT_TRUE(channel.reader.first.ok());
}

TEST_F(RemoteChannelFromStrangersTest, AFrameOnAConnectionThatDidNotOpenTheAttemptIsRefused) {
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  connect();
  send({.kind = DataFrameKind::kEnd, .attempt = kAttempt, .channel = 1});
  EXPECT_EQ(handler_.lost, 1);
  EXPECT_FALSE(channel.input->readable());
  EXPECT_TRUE(channel.reader.first.ok());
}

TEST_F(RemoteChannelFromStrangersTest, AnExecutorThatWritesOnASecondConnectionFailsItsChannels) {
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  connect();
  send_open();
  EXPECT_EQ(handler_.lost, 1);
  EXPECT_NE(channel.reader.first.message().find("writes on a second connection"), std::string::npos);
}

TEST_F(RemoteChannelFromStrangersTest, WhatIsNotTheNextFrameFailsTheChannel) {
  const DataFrameHeader end{.kind = DataFrameKind::kEnd, .attempt = kAttempt, .channel = 1};
  DataFrameHeader late = end;
  late.sequence = 3;
  DataFrameHeader status = end;
  status.kind = DataFrameKind::kStatus;
  status.value = 2;
  DataFrameHeader batch = end;
  batch.kind = DataFrameKind::kBatch;
  for (const auto& [header, payload, why] :
       {std::tuple{late, "", "expected frame 0, got 3"}, std::tuple{status, "", "frame 0 is none that a channel can have"},
        std::tuple{batch, "", "frame 0 should have a payload"},
        std::tuple{batch, "abc", "frame 0: an encoded batch of 3 bytes is too short"}}) {
    SCOPED_TRACE(why);
    Channel& channel = begin_anew();
    send(header, payload);
    if (channel.input->readable()) {
      EXPECT_FALSE(channel.input->take().has_value());
    }
    EXPECT_EQ(channel.reader.first.message(), std::string("channel 1 from source (1/2) to sink (2/2): ") + why);
    EXPECT_FALSE(channel.input->readable());
  }
}

TEST_F(RemoteChannelFromStrangersTest, AnAlteredPayloadFailsItsChannelOnly) {
  Channel& channel = add_channel(limits_of(1 << 20));
  ASSERT_TRUE(reading_->attach().ok());
  connect();
  send_open();
  const std::string payload = encode_batch(numbers({1}));
  std::vector<uint8_t> frame(kDataFrameHeaderBytes);
  frame.insert(frame.end(), payload.begin(), payload.end());
  write_header({.kind = DataFrameKind::kBatch, .attempt = kAttempt, .channel = 1}, frame);
  // The number itself, which would be read as another.
  frame[kDataFrameHeaderBytes + 32] ^= 2;
  send(std::move(frame));
  EXPECT_FALSE(channel.input->take().has_value());
  EXPECT_EQ(channel.reader.first.message(),
            "channel 1 from source (1/2) to sink (2/2): frame 0: a data frame has an altered payload");
  EXPECT_EQ(handler_.lost, 0);
}

TEST_F(RemoteChannelFromStrangersTest, BytesBehindAFrameThatAreNoneEndTheConnection) {
  for (const size_t behind : {1, 63, 64, 200}) {
    SCOPED_TRACE(behind);
    Channel& channel = begin_anew();
    std::vector<uint8_t> message(kDataFrameHeaderBytes);
    write_header({.kind = DataFrameKind::kWatermark, .attempt = kAttempt, .channel = 1, .value = 8}, message);
    message.resize(message.size() + behind);
    const int lost = handler_.lost;
    send(std::move(message));
    EXPECT_EQ(handler_.lost, lost + 1);
    EXPECT_NE(channel.reader.first.message().find("a data frame "), std::string::npos) << channel.reader.first.message();
  }
}

TEST_F(RemoteChannelFromStrangersTest, WhoSendsWithoutCreditFailsTheChannel) {
  Channel& channel = add_channel(limits_of(kCost, 64));
  ASSERT_TRUE(reading_->attach().ok());
  connect();
  send_open();
  const std::string payload = encode_batch(numbers({1}));
  for (uint64_t sequence = 0; sequence < 10; ++sequence) {
    send({.kind = DataFrameKind::kBatch, .attempt = kAttempt, .channel = 1, .sequence = sequence}, payload);
  }
  EXPECT_NE(channel.reader.first.message().find("goes beyond the credit that was granted"), std::string::npos);
}

TEST_F(RemoteChannelFromStrangersTest, WatermarksBetweenBatchesGiveNoCredit) {
  Channel& channel = add_channel(limits_of(kCost, 64));
  ASSERT_TRUE(reading_->attach().ok());
  connect();
  send_open();
  const std::string payload = encode_batch(numbers({1}));
  uint64_t sequence = 0;
  for (int round = 0; round < 5; ++round) {
    for (int batch = 0; batch < 3; ++batch) {
      send({.kind = DataFrameKind::kBatch, .attempt = kAttempt, .channel = 1, .sequence = sequence++}, payload);
    }
    send({.kind = DataFrameKind::kWatermark, .attempt = kAttempt, .channel = 1, .sequence = sequence++});
  }
  EXPECT_NE(channel.reader.first.message().find("goes beyond the credit that was granted"), std::string::npos);
}

TEST_F(RemoteChannelFromStrangersTest, FramesOfNoChannelTravelAlone) {
  add_channel(limits_of(1 << 20));
  ASSERT_TRUE(reading_->attach().ok());
  connect();
  using enum DataFrameKind;
  int lost = 0;
  for (const auto& [first, second] : {std::pair{kOpen, kOpen}, {kRefused, kWatermark}, {kWatermark, kCredit}}) {
    std::vector<uint8_t> message(2 * kDataFrameHeaderBytes);
    write_header({.kind = first, .attempt = kAttempt + 1}, std::span(message).first(kDataFrameHeaderBytes));
    write_header({.kind = second, .attempt = kAttempt + 1}, std::span(message).subspan(kDataFrameHeaderBytes));
    send(std::move(message));
    EXPECT_EQ(handler_.lost, ++lost);
    connect();
  }
}

TEST_F(RemoteChannelFromStrangersTest, NothingComesAfterTheEnd) {
  Channel& channel = add_channel(limits_of(1 << 20));
  ASSERT_TRUE(reading_->attach().ok());
  connect();
  send_open();
  send({.kind = DataFrameKind::kEnd, .attempt = kAttempt, .channel = 1, .sequence = 0});
  send({.kind = DataFrameKind::kEnd, .attempt = kAttempt, .channel = 1, .sequence = 1});
  EXPECT_NE(channel.reader.first.message().find("got frame 1 after the last one"), std::string::npos);
}

}  // namespace
}  // namespace eddyline::taskexecutor
