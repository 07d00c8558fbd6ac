#include <gtest/gtest.h>

#include "common/columnar/batch_codec.hpp"
#include "taskexecutor/exchange/remote/attempt_channels.hpp"
#include "tests/memory_network/memory_networks.hpp"
#include "tests/split_job/split_job.hpp"
#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {
namespace {

constexpr uint32_t kWriter = 0;
constexpr uint32_t kReader = 1;

class NotedFailure final : public FailureListener {
 public:
  void fail(const Status& cause) override {
    if (first.ok()) first = cause;
  }
  Status first;
};

/// Two executors and one attempt, whose channels all go from the first to the second.
class RemoteChannelTest : public testing::Test {
 protected:
  struct Channel {
    RemoteOutputChannel* output = nullptr;
    RemoteInputChannel* input = nullptr;
    NotedFailure writer;
    NotedFailure reader;
  };

  AttemptChannels::Parts parts(uint32_t self) {
    return {.attempt = kAttempt, .executors = executors_.part(self, kAttempt, 2).placement.executors, .self = self};
  }
  Channel& add_channel(const ChannelLimits& limits) {
    Channel& channel = channels_.emplace_back();
    const ChannelName name{.number = static_cast<uint32_t>(channels_.size()),
                           .from = SubtaskIndex(0),
                           .to = SubtaskIndex(1),
                           .edge = std::make_shared<const EdgeName>(EdgeName{"source", "sink", Parallelism(2), Parallelism(2)})};
    channel.output = &writing_->add_output(
        kReader,
        {.name = name, .unsent_max = unsent_max_, .writer_wakeup = writer_wakeup_, .writer = &channel.writer});
    channel.input = &reading_->add_input(kWriter, {.name = name,
                                                   .limits = limits,
                                                   .types = types_,
                                                   .changelog_mode = changelog_mode_,
                                                   .shared = &shared_,
                                                   .grants = &grants_,
                                                   .reader_wakeup = &reader_wakeup_,
                                                   .reader = &channel.reader});
    return channel;
  }
  void open() {
    ASSERT_TRUE(reading_->attach().ok());
    ASSERT_TRUE(writing_->attach().ok());
    writing_->open();
    deliver();
  }
  void deliver() {
    while (networks_.deliver()) {
    }
  }
  /// Writes batches of a row while there is credit; how many.
  size_t fill(Channel& channel) {
    size_t batches = 0;
    while (channel.output->writable()) {
      channel.output->push(numbers({++last_}));
      ++batches;
      deliver();
    }
    return batches;
  }

  static constexpr uint64_t kAttempt = 77;
  /// Of a batch with one row.
  static constexpr uint64_t kCost = data_frame_cost(kDataFrameHeaderBytes + 48);

  static constexpr uint64_t kFrameBytesMax = 100'000;
  static NetworkSettings short_frames() {
    NetworkSettings settings;
    settings.message_bytes_max = Bytes(kFrameBytesMax);
    return settings;
  }

  MemoryNetworks networks_{1};
  TestExecutors executors_{2, [this] { return networks_.add(); }, short_frames()};
  Bytes unsent_max_{1 << 20};
  WakeupPtr writer_wakeup_ = std::make_shared<Wakeup>();
  Wakeup reader_wakeup_;
  CreditPool shared_{Bytes(40 * kCost)};
  CreditGrants grants_;
  std::deque<Channel> channels_;
  std::optional<AttemptChannels> writing_{std::in_place, parts(kWriter), executors_.data_plane(kWriter)};
  std::optional<AttemptChannels> reading_{std::in_place, parts(kReader), executors_.data_plane(kReader)};
  std::vector<PhysicalType> types_ = {PhysicalType::kInt64};
  ChangelogMode changelog_mode_ = ChangelogMode::all();
  int64_t last_ = 0;
};

/// The pool has nothing for it.
constexpr ChannelLimits limits_of(uint64_t bytes, size_t slots = 64) {
  return {.slots = slots, .own_bytes = Bytes(bytes), .shared_bytes = Bytes(0)};
}

TEST_F(RemoteChannelTest, EveryKindOfElementComesInOrder) {
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  const std::vector<StreamElement> elements = {numbers({1, 2}), Watermark{EventTime(-5)}, WatermarkStatus::kIdle,
                                               WatermarkStatus::kActive, CheckpointBarrier{CheckpointId(3)},
                                               numbers({4}), EndOfInput()};
  for (const StreamElement& element : elements) channel.output->push(element);
  deliver();
  for (const StreamElement& element : elements) {
    ASSERT_TRUE(channel.input->readable());
    EXPECT_EQ(text_of(*channel.input->take()), text_of(element));
  }
  EXPECT_FALSE(channel.input->readable());
}

TEST_F(RemoteChannelTest, NothingIsSentBeforeTheReaderHasAnswered) {
  Channel& channel = add_channel(limits_of(1 << 20));
  EXPECT_FALSE(channel.output->writable());
  writer_wakeup_->clear();
  open();
  EXPECT_TRUE(writer_wakeup_->notified());
  EXPECT_TRUE(channel.output->writable());
}

/// One row with a text of that many bytes.
Batch long_text(size_t bytes) {
  MutableColumn column(PhysicalType::kString, 1);
  column.set_string(0, std::string(bytes, 'x'));
  return Batch({column.seal(1)}, 1);
}

TEST_F(RemoteChannelTest, ABatchThatNoReaderTakesFailsItsWriterOnly) {
  types_ = {PhysicalType::kString};
  Channel& channel = add_channel(limits_of(1 << 20));
  Channel& other = add_channel(limits_of(1 << 20));
  open();
  constexpr size_t kBeside = kDataFrameHeaderBytes + 3 * 16 + 16;
  channel.output->push(long_text(kFrameBytesMax - kBeside));
  deliver();
  ASSERT_TRUE(channel.input->take().has_value());
  EXPECT_TRUE(channel.writer.first.ok());
  channel.output->push(long_text(kFrameBytesMax));
  channel.output->push(long_text(5));
  deliver();
  EXPECT_EQ(channel.writer.first.message(),
            "channel 1 from source (1/2) to sink (2/2): a batch of 1 rows takes 100128 bytes, of which a task executor takes "
            "100000 at once at most");
  EXPECT_FALSE(channel.input->readable());
  EXPECT_TRUE(channel.reader.first.ok());
  other.output->push(long_text(5));
  deliver();
  EXPECT_TRUE(other.input->take().has_value());
  EXPECT_TRUE(other.writer.first.ok());
}

/// Two rows of these kinds.
Batch of_kinds(RowKind first, RowKind second) {
  const BufferPtr kinds = allocate_buffer(2);
  kinds->as<RowKind>()[0] = first;
  kinds->as<RowKind>()[1] = second;
  return numbers({1, 2}).with_kinds(kinds);
}

TEST_F(RemoteChannelTest, RowKindsThatTheEdgeDoesNotCarryFailTheReader) {
  using enum RowKind;
  for (const auto& [mode, text] : {std::pair{ChangelogMode::insert_only(), "I"}, {ChangelogMode::upsert(), "I,UA,D"}}) {
    changelog_mode_ = mode;
    writing_.emplace(parts(kWriter), executors_.data_plane(kWriter));
    reading_.emplace(parts(kReader), executors_.data_plane(kReader));
    channels_.clear();
    Channel& channel = add_channel(limits_of(1 << 20));
    open();
    channel.output->push(of_kinds(kInsert, kInsert));
    if (mode.contains(kDelete)) channel.output->push(of_kinds(kUpdateAfter, kDelete));
    channel.output->push(of_kinds(kInsert, kUpdateBefore));
    deliver();
    // That all are inserts is said in one way only.
    EXPECT_TRUE(std::get<Batch>(*channel.input->take()).insert_only());
    if (mode.contains(kDelete)) {
      EXPECT_TRUE(channel.input->take().has_value());
    }
    EXPECT_FALSE(channel.input->take().has_value());
    EXPECT_EQ(channel.reader.first.message(),
              "channel 1 from source (1/2) to sink (2/2): frame " + std::string(mode.contains(kDelete) ? "2" : "1") +
                  ": rows of the kinds [I,UB] came where only [" + text + "] may come");
  }
}

TEST_F(RemoteChannelTest, TheWriterGoesPastItsCreditByOneCallAndOnWhenHalfIsFree) {
  shared_.take(1 << 20);
  Channel& channel = add_channel(limits_of(10 * kCost));
  open();
  EXPECT_EQ(fill(channel), 10U);
  writer_wakeup_->clear();
  for (int read = 0; read < 4; ++read) channel.input->take();
  deliver();
  EXPECT_FALSE(writer_wakeup_->notified());
  EXPECT_FALSE(channel.output->writable());
  // Read to its end, it is told at once.
  while (channel.input->readable()) channel.input->take();
  deliver();
  EXPECT_TRUE(writer_wakeup_->notified());
  EXPECT_EQ(fill(channel), 10U);
}

TEST_F(RemoteChannelTest, ElementsAreLimitedWhereBytesAreNot) {
  Channel& channel = add_channel(limits_of(1 << 20, 16));
  open();
  size_t watermarks = 0;
  for (; channel.output->writable(); ++watermarks) channel.output->push(Watermark{EventTime(1)});
  EXPECT_EQ(watermarks, 16 - RemoteOutputChannel::kReservedElements + 1);
  deliver();
  for (size_t read = 0; channel.input->readable(); ++read) channel.input->take();
  deliver();
  EXPECT_TRUE(channel.output->writable());
}

TEST_F(RemoteChannelTest, SharedCreditIsLentAndComesBack) {
  Channel& channel = add_channel(limits_of(10 * kCost));
  open();
  ASSERT_EQ(fill(channel), 10U);
  // Only who reads lends: one is read, and a portion of the 40 comes on top.
  channel.input->take();
  grants_.flush();
  deliver();
  EXPECT_EQ(fill(channel), 1U + 10U);
  EXPECT_TRUE(shared_.has_ample_credit());
  // While the writer needs no more than the channel's own, what is read pays back what was lent.
  while (channel.input->readable()) channel.input->take();
  for (int round = 0; round < 40; ++round) {
    channel.output->push(numbers({1}));
    deliver();
    channel.input->take();
  }
  shared_.take(40 * kCost - 1);
  EXPECT_TRUE(shared_.has_credit()) << "something was kept";
}

TEST_F(RemoteChannelTest, ABlockedChannelDoesNotHoldUpItsNeighbour) {
  shared_.take(1 << 20);
  Channel& blocked = add_channel(limits_of(4 * kCost));
  Channel& neighbour = add_channel(limits_of(4 * kCost));
  open();
  fill(blocked);
  for (int round = 0; round < 20; ++round) {
    ASSERT_GT(fill(neighbour), 0U) << round;
    while (neighbour.input->readable()) neighbour.input->take();
    deliver();
  }
  EXPECT_FALSE(blocked.output->writable());
}

TEST_F(RemoteChannelTest, WhatTheNetworkHasNotTakenAwayIsBounded) {
  unsent_max_ = Bytes(5 * 256);
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  size_t batches = 0;
  for (; channel.output->writable(); ++batches) channel.output->push(numbers({1}));
  EXPECT_EQ(batches, 5U) << "each in a buffer of 256 bytes";
  writer_wakeup_->clear();
  deliver();
  EXPECT_TRUE(writer_wakeup_->notified());
  EXPECT_TRUE(channel.output->writable());
}

TEST_F(RemoteChannelTest, GrantsTravelTogether) {
  shared_.take(1 << 20);
  std::vector<Channel*> channels;
  for (size_t i = 0; i < CreditGrants::kWaitingMax; ++i) channels.push_back(&add_channel(limits_of(4 * kCost)));
  open();
  for (Channel* channel : channels) fill(*channel);
  const uint64_t before = networks_.messages();
  for (Channel* channel : channels) {
    channel->input->take();
    channel->input->take();
  }
  EXPECT_EQ(networks_.messages() - before, 1U);
}

TEST_F(RemoteChannelTest, AnUnknownAttemptIsRefused) {
  Channel& channel = add_channel(limits_of(1 << 20));
  ASSERT_TRUE(writing_->attach().ok());
  writing_->open();
  deliver();
  EXPECT_EQ(channel.writer.first.message(),
            "channel 1 from source (1/2) to sink (2/2): 127.0.0.1:2 does not know the attempt");
  EXPECT_EQ(executors_.data_plane(kReader).counters().late_frames, 1U);
}

TEST_F(RemoteChannelTest, AnAttemptIsHereOnlyOnce) {
  AttemptChannels again(parts(kWriter), executors_.data_plane(kWriter));
  ASSERT_TRUE(writing_->attach().ok());
  EXPECT_EQ(again.attach().code(), ErrorCode::kAlreadyExists);
}

TEST_F(RemoteChannelTest, FramesOfAnAttemptThatHasEndedAreDroppedAndCounted) {
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  channel.output->push(numbers({1}));
  reading_.reset();
  deliver();
  EXPECT_EQ(executors_.data_plane(kReader).counters().late_frames, 1U);
  EXPECT_TRUE(channel.writer.first.ok());
}

TEST_F(RemoteChannelTest, ALostConnectionFailsBothEnds) {
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  channel.output->push(numbers({1}));
  deliver();
  networks_.cut_all();
  deliver();
  EXPECT_EQ(channel.writer.first.code(), ErrorCode::kUnavailable);
  EXPECT_EQ(channel.reader.first.message(), "channel 1 from source (1/2) to sink (2/2): "
                                            "lost the connection to 127.0.0.1:1: the connection was cut");
  EXPECT_FALSE(channel.input->readable()) << "what had come before is not read any more";
  channel.output->push(numbers({2}));
}

TEST_F(RemoteChannelTest, AChannelThatIsCompleteNeedsNoConnection) {
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  channel.output->push(numbers({1}));
  channel.output->push(EndOfInput());
  deliver();
  networks_.cut_all();
  deliver();
  EXPECT_TRUE(channel.writer.first.ok());
  EXPECT_TRUE(channel.reader.first.ok());
  EXPECT_EQ(text_of(*channel.input->take()), "1");
  EXPECT_EQ(text_of(*channel.input->take()), "end");
}

TEST_F(RemoteChannelTest, TheNextAttemptConnectsAnew) {
  add_channel(limits_of(1 << 20));
  open();
  networks_.cut_all();
  deliver();
  writing_.reset();
  reading_.reset();
  channels_.clear();
  writing_.emplace(parts(kWriter), executors_.data_plane(kWriter));
  reading_.emplace(parts(kReader), executors_.data_plane(kReader));
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  channel.output->push(numbers({5}));
  deliver();
  EXPECT_EQ(text_of(*channel.input->take()), "5");
}

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
        std::tuple{batch, "abc", "frame 0: an encoded batch of 3 bytes is too short"}}) {
    SCOPED_TRACE(why);
    reading_.reset();
    channels_.clear();
    reading_.emplace(parts(kReader), executors_.data_plane(kReader));
    writing_.emplace(parts(kWriter), executors_.data_plane(kWriter));
    Channel& channel = add_channel(limits_of(1 << 20));
    ASSERT_TRUE(reading_->attach().ok());
    connect();
    send_open();
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
